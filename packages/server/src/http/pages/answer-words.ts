// The words of the pages: what is asked of a person, and how things stand once it has been answered.
import { inWords } from '../../kernel/instants.ts'
import type { Asked } from '../../features/challenges/answer.service.ts'
import type { Stage } from '../../mail/notice.rules.ts'
import { nameOf, outcomeWords } from './challenge-card.ts'

interface AskingWords {
  readonly title: string
  readonly intro: string | null
  /** What happens if they do nothing. */
  readonly silence: string
}

const sentence = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

export const askingWords = (asked: Asked, stage: Stage): AskingWords => {
  const name = nameOf(asked)
  switch (stage) {
    case 'invited':
      return {
        title: `${sentence(name)} challenges you`,
        intro: null,
        silence: 'If you do nothing, the challenge lapses.',
      }
    case 'settle':
      return {
        title: 'How did it end?',
        intro:
          asked.challenge.status === 'active'
            ? `Your challenge with ${name} is not due yet. If you know already how it ended, say so.`
            : `Your challenge with ${name} is due.`,
        silence: `If you say that you won, or that it was a draw, ${name} is asked to agree. If you say that ${name} won, it is settled.`,
      }
    case 'proposed':
      return {
        title: proposalTitle(asked),
        intro: 'Is that how it ended?',
        silence: 'If you do nothing, this outcome stands.',
      }
    case 'disputed':
      return {
        title: disputeTitle(asked),
        intro: 'You can still settle it between you.',
        silence: disputeEnd(asked),
      }
    case 'cancel':
      return {
        title: `${sentence(name)} asks to cancel`,
        intro: 'The challenge is cancelled only if you agree.',
        silence: 'If you do nothing, the challenge goes on.',
      }
  }
}

const proposalTitle = (asked: Asked): string => {
  const { proposal } = asked.challenge
  return proposal
    ? `${sentence(nameOf(asked))} says: ${outcomeWords(asked, proposal.outcome)}`
    : 'How did it end?'
}

const disputeTitle = (asked: Asked): string =>
  asked.challenge.dispute?.opened_by === asked.party
    ? 'You disputed the outcome'
    : `${sentence(nameOf(asked))} disputes the outcome`

const disputeEnd = ({ challenge }: Asked): string =>
  challenge.group_name === null
    ? 'If neither gives way, it counts for nobody.'
    : 'If neither gives way, the support of the group decides; without a majority it counts for nobody.'

interface Situation {
  readonly title: string
  readonly text: string
}

/** How the challenge stands, as this person sees it. */
export const situationWords = (asked: Asked): Situation => {
  const { challenge, party } = asked
  const name = nameOf(asked)
  const due = inWords(Date.parse(challenge.due_at))
  switch (challenge.status) {
    case 'pending':
      return { title: 'Waiting for an answer', text: `It can be accepted until ${due}.` }
    case 'active':
      return party === 'opponent'
        ? {
            title: 'You accepted',
            text: `The challenge is on until ${due}. We will write to you when it is due. Good luck!`,
          }
        : { title: 'The challenge is on', text: `It is due on ${due}. We will write to you then.` }
    case 'due':
      return { title: 'The challenge is due', text: `You and ${name} can now say how it ended.` }
    case 'proposed':
      return proposedSituation(asked)
    case 'disputed':
      return {
        title: disputeTitle(asked),
        text: challenge.dispute
          ? `You can still settle it between you until ${inWords(Date.parse(challenge.dispute.decide_by))}. ${disputeEnd(asked)}`
          : disputeEnd(asked),
      }
    case 'resolved':
      return {
        title: challenge.resolution
          ? sentence(outcomeWords(asked, challenge.resolution.outcome))
          : 'It is settled',
        text: 'The challenge is settled.',
      }
    case 'declined':
      return {
        title: party === 'opponent' ? 'You declined' : `${sentence(name)} declined`,
        text: 'The challenge is over, and counts for nobody.',
      }
    case 'cancelled':
      return { title: 'The challenge is cancelled', text: 'It is over, and counts for nobody.' }
    case 'expired':
      return { title: 'The challenge has expired', text: 'It is over, and counts for nobody.' }
  }
}

const proposedSituation = (asked: Asked): Situation => {
  const { proposal } = asked.challenge
  if (!proposal) return { title: 'An outcome is proposed', text: 'It waits for an answer.' }
  const by = inWords(Date.parse(proposal.confirm_by))
  return proposal.by === asked.party
    ? {
        title: `You said: ${outcomeWords(asked, proposal.outcome)}`,
        text: `${sentence(nameOf(asked))} can agree or dispute until ${by}. After that it stands.`,
      }
    : {
        title: proposalTitle(asked),
        text: `You can agree or dispute until ${by}, by the link in your newest mail.`,
      }
}
