// The words of a challenge's page: how things stand for this person, and what happens if they do nothing.
import { inWords } from '../../kernel/instants.ts'
import type { LinkedChallenge } from '../../features/challenges/link/reply.service.ts'
import { getOtherName, outcomeWords } from './challenge-card.ts'

export interface PageWords {
  readonly title: string
  readonly intro: string | null
  /** Until when they can answer; null where nothing is asked of them. */
  readonly by: number | null
  /** What happens if they do nothing. */
  readonly silence: string
}

const sentence = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** How the challenge stands, as this person sees it. */
export const chooseWords = (linked: LinkedChallenge, timeZone: string): PageWords => {
  const { challenge, party } = linked
  const name = getOtherName(linked)
  const due = inWords(Date.parse(challenge.due_at), timeZone)
  switch (challenge.status) {
    case 'pending':
      return party === 'opponent'
        ? {
            title: `${sentence(name)} challenges you`,
            intro: null,
            by: Date.parse(challenge.due_at),
            silence: 'If you do nothing, the challenge lapses.',
          }
        : over('Waiting for an answer', `It can be accepted until ${due}.`)
    case 'active':
      return runningWords(linked, due)
    case 'due':
      return { ...settleWords(linked), intro: `Your challenge with ${name} is due.` }
    case 'proposed':
      return proposedWords(linked, timeZone)
    case 'disputed':
      return {
        title: disputeTitle(linked),
        intro: 'You can still settle it between you.',
        by: challenge.dispute && Date.parse(challenge.dispute.decide_by),
        silence: disputeEnd(linked),
      }
    case 'resolved':
      return over(
        challenge.resolution ? sentence(outcomeWords(linked, challenge.resolution.outcome)) : 'It is settled',
        'The challenge is settled.',
      )
    case 'declined':
      return over(
        party === 'opponent' ? 'You declined' : `${sentence(name)} declined`,
        'The challenge is over, and counts for nobody.',
      )
    case 'cancelled':
      return over('The challenge is cancelled', 'It is over, and counts for nobody.')
    case 'expired':
      return over('The challenge has expired', 'It is over, and counts for nobody.')
  }
}

const over = (title: string, intro: string): PageWords => ({ title, intro, by: null, silence: '' })

const runningWords = (linked: LinkedChallenge, due: string): PageWords => {
  const { challenge, party } = linked
  const name = getOtherName(linked)
  const { cancellation } = challenge
  if (cancellation && cancellation.requested_by !== party) {
    return {
      title: `${sentence(name)} asks to cancel`,
      intro: 'The challenge is cancelled only if you agree.',
      by: Date.parse(cancellation.lapses_at),
      silence: 'If you do nothing, the challenge goes on.',
    }
  }
  return {
    title: party === 'opponent' ? 'You accepted: the challenge is on' : 'The challenge is on',
    intro: `It is due on ${due}. We will write to you then. If you know already how it ended, say so.`,
    by: null,
    silence: settleSilence(name),
  }
}

const settleSilence = (name: string): string =>
  `If you say that you won, or that it was a draw, ${name} is asked to agree. If you say that ${name} won, it is settled.`

const settleWords = (linked: LinkedChallenge): PageWords => ({
  title: 'How did it end?',
  intro: null,
  by: null,
  silence: settleSilence(getOtherName(linked)),
})

const proposedWords = (linked: LinkedChallenge, timeZone: string): PageWords => {
  const { proposal } = linked.challenge
  const name = getOtherName(linked)
  if (!proposal) return over('An outcome is proposed', 'It waits for an answer.')
  const by = Date.parse(proposal.confirm_by)
  return proposal.by === linked.party
    ? over(
        `You said: ${outcomeWords(linked, proposal.outcome)}`,
        `${sentence(name)} can agree or dispute until ${inWords(by, timeZone)}. After that it stands, if ${name} could be told of it.`,
      )
    : {
        title: `${sentence(name)} says: ${outcomeWords(linked, proposal.outcome)}`,
        intro: 'Is that how it ended?',
        by,
        silence: 'If you do nothing, this outcome stands.',
      }
}

const disputeTitle = (linked: LinkedChallenge): string =>
  linked.challenge.dispute?.opened_by === linked.party
    ? 'You disputed the outcome'
    : `${sentence(getOtherName(linked))} disputes the outcome`

const disputeEnd = ({ challenge }: LinkedChallenge): string =>
  challenge.group_name === null
    ? 'If neither gives way, it counts for nobody.'
    : 'If neither gives way, the support of the group decides; without a majority it counts for nobody.'
