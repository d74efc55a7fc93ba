// What happened in a challenge, in words for one of its parties.
import type { Outcome, Party } from '@challenge-service/contract'
import type { ChallengeNotice, ChallengeNoticeKind, Facts } from './notice.rules.ts'

/** As much as the receiver may read; what others typed is null where that is nothing. */
export type Tellable = Omit<Facts, 'claim' | 'stake'> & {
  readonly claim: string | null
  readonly stake: string | null
}

interface NoticeWords {
  readonly title: string
  readonly lead: readonly string[]
  readonly action?: string
  readonly until?: string
}

/** The other party, as the receiver knows them. */
const other = ({ party, creatorName, opponentName }: Tellable): string =>
  party === 'opponent' ? creatorName : (opponentName ?? 'your opponent')

const first = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

const outcomeFor = (facts: Tellable, outcome: Outcome | null = facts.outcome): string => {
  if (outcome === null) return 'there is no outcome'
  if (outcome === 'draw') return 'it is a draw'
  if (outcome === 'void') return 'it counts for nobody'
  return winner(outcome) === facts.party ? 'you won' : `${other(facts)} won`
}

const winner = (outcome: 'creator_won' | 'opponent_won'): Party =>
  outcome === 'creator_won' ? 'creator' : 'opponent'

const how: Readonly<Record<NonNullable<Facts['settledBy']>, string>> = {
  concession: 'The other side granted it.',
  agreement: 'You both said so.',
  silence: 'A proposed outcome stands when nobody objects in time.',
  support: 'The dispute was decided when its time was over.',
}

/** What becomes of a dispute that nobody ends. */
const disputeEnds = ({ groupName }: Tellable, by: string): string =>
  groupName === null
    ? `If neither of you gives way until ${by}, it counts for nobody.`
    : `If neither of you gives way until ${by}, the support of the group decides.`

/** The last argument puts an instant into words of the reader’s time zone. */
type NoticeWording = (
  facts: Tellable,
  answer: ChallengeNotice['answer'],
  inZone: (at: number) => string,
) => NoticeWords

const invited: NoticeWording = (facts, answer, inZone) => ({
  title: `${facts.creatorName} challenges you`,
  lead: [
    facts.groupName === null
      ? `${facts.creatorName} challenges you, and waits for your answer.`
      : `${facts.creatorName} challenges you in the group ${facts.groupName}, and waits for your answer.`,
  ],
  action: 'Read it and answer',
  until: `You can accept or decline until ${inZone(answer?.by ?? facts.dueAt)}. You need no account. If you do nothing, the challenge lapses.`,
})

export const challengeWords: Readonly<Record<ChallengeNoticeKind, NoticeWording>> = {
  invited,
  invited_again: invited,
  accepted: (facts, _, inZone) => ({
    title: `${first(other(facts))} accepted your challenge`,
    lead: [`${first(other(facts))} accepted your challenge. It is due on ${inZone(facts.dueAt)}.`],
  }),
  declined: (facts) => ({
    title: `${first(other(facts))} declined your challenge`,
    lead: [`${first(other(facts))} declined your challenge. It is over, and counts for nobody.`],
  }),
  due_soon: (facts, _, inZone) => ({
    title: `Your challenge with ${other(facts)} is due within 24 hours`,
    lead: [
      `Your challenge with ${other(facts)} is due on ${inZone(facts.dueAt)}. Then it is time to say who won.`,
    ],
    until: 'If you know already how it ended, you can say so on that page.',
  }),
  due: (facts, answer, inZone) => ({
    title: `Your challenge with ${other(facts)} is due: who won?`,
    lead: [`Your challenge with ${other(facts)} is due. Now say how it ended.`],
    action: 'Say how it ended',
    until: `You can do so until ${inZone(answer?.by ?? facts.dueAt)}. If neither of you does, the challenge expires.`,
  }),
  proposed: (facts, answer, inZone) => ({
    title: `${first(other(facts))} says how your challenge ended`,
    lead: [`${first(other(facts))} says: ${outcomeFor(facts)}.`],
    ...(answer?.stage === 'disputed'
      ? {
          action: 'Answer',
          until: `The outcome is in dispute until ${inZone(answer.by)}. Until then you can agree or give way.`,
        }
      : {
          action: 'Agree or dispute',
          until: `You can answer until ${inZone(answer?.by ?? facts.dueAt)}. If you do nothing, this outcome stands.`,
        }),
  }),
  proposal_ends: (facts, answer, inZone) => ({
    title: `${first(other(facts))} still waits for your answer`,
    lead: [
      `${first(other(facts))} says: ${outcomeFor(facts)}. You have not answered yet, and there is a day left.`,
    ],
    action: 'Agree or dispute',
    until: `You can answer until ${inZone(answer?.by ?? facts.dueAt)}. If you do nothing, this outcome stands.`,
  }),
  proposal_lapsed: (facts) => ({
    title: 'What was said of the outcome counts for nothing',
    lead: [
      `One of you had said how your challenge with ${other(facts)} ended, but the other could not be told in time. So it counts for nothing, and how it ended is open again.`,
    ],
    action: 'Say how it ended',
  }),
  disputed: (facts, answer, inZone) => ({
    title: `${first(other(facts))} disputes the outcome`,
    lead: [`${first(other(facts))} disputes the outcome that you proposed.`],
    action: 'Read it and answer',
    until: `${disputeEnds(facts, inZone(answer?.by ?? facts.dueAt))} Until then you can still settle it between you.`,
  }),
  dispute_ends: (facts, answer, inZone) => ({
    title: `The dispute with ${other(facts)} ends within a day`,
    lead: [`You and ${other(facts)} do not agree on the outcome yet, and there is a day left.`],
    action: 'Answer',
    until: `${disputeEnds(facts, inZone(answer?.by ?? facts.dueAt))} Until then you can agree, offer a draw or give way.`,
  }),
  resolved: (facts) => ({
    title: `Your challenge with ${other(facts)} is settled: ${outcomeFor(facts)}`,
    lead: [
      `Your challenge with ${other(facts)} is settled: ${outcomeFor(facts)}.`,
      ...(facts.settledBy === null ? [] : [how[facts.settledBy]]),
    ],
  }),
  cancelled: (facts) => ({
    title: `Your challenge with ${other(facts)} is cancelled`,
    lead: [
      facts.by === 'system'
        ? `Your challenge with ${other(facts)} was cancelled by the service. It is over, and counts for nobody.`
        : `You and ${other(facts)} both wanted to cancel: the challenge is over, and counts for nobody.`,
    ],
  }),
  withdrawn: (facts) => ({
    title: `${first(other(facts))} took the challenge back`,
    lead: [`${first(other(facts))} took the challenge back. There is nothing left for you to do.`],
  }),
  cancel_requested: (facts, answer, inZone) => ({
    title: `${first(other(facts))} asks to cancel your challenge`,
    lead: [`${first(other(facts))} asks to cancel your challenge. It is cancelled only if you agree.`],
    action: 'Read it and answer',
    until: `You can agree until ${inZone(answer?.by ?? facts.dueAt)}. If you do nothing, the challenge goes on.`,
  }),
  link_renewed: (facts) => ({
    title: 'Your new link',
    lead: [
      `The earlier links to your challenge with ${other(facts)} have ended. This is the new one; keep it to yourself.`,
    ],
  }),
  expired: (facts) => ({
    title: `Your challenge with ${other(facts)} has expired`,
    lead: [
      facts.isAccepted
        ? `Nobody said how your challenge with ${other(facts)} ended, so it has expired and counts for nobody.`
        : 'Your challenge was not answered in time, so it has expired and counts for nobody.',
    ],
  }),
}
