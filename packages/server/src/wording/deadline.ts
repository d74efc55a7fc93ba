// Until when something is open, and what happens then if nobody does anything: on a page and in the calendar, in a mail, to
// an assistant, and to the person whom it asks.
import type { Challenge, ChallengeStatus } from '@challenge-service/contract'
import { inWords } from '../kernel/instants.ts'
import { capital, nameOf, otherOf, type SeenChallenge } from './names.ts'

type ClosedStatus = 'resolved' | 'cancelled' | 'declined' | 'expired'

/** What ends: each status that has an end, and a request to cancel. */
export type OpenTime = Exclude<ChallengeStatus, ClosedStatus> | 'cancel'

/** `by`: the instant, in words for the reader. */
interface DeadlineWords {
  /** What happens then; the instant stands before it. */
  readonly page: (challenge: SeenChallenge) => string
  /** To someone who is asked for an answer. */
  readonly mail: (by: string, isInGroup: boolean) => string
  /** `who` brought it about. Null where the line of the due date says it. */
  readonly assistant: ((by: string, who: string) => string) | null
  /** What the time is for that an answer opens; null where none does. */
  readonly question: string | null
}

/** What becomes of a dispute in which nobody gives way. */
export const disputeEnd = (isInGroup: boolean): string =>
  isInGroup ? 'the support of the group decides' : 'it counts for nobody'

/** The same to the other members of the group, whose support it is. */
export const supportDecides = {
  /** Where they are asked for their support. */
  request: 'The two do not agree. If neither gives way, the side that more members take wins.',
  /** Where they give it. */
  given: 'In a dispute that nobody gives way in, the side with more support wins.',
} as const

const proposalStands = (challenge: SeenChallenge): string => {
  const { proposal, role } = challenge
  const by = proposal?.by ?? 'creator'
  return role !== 'observer' && role !== by
    ? `Then ${nameOf(challenge, by)}’s word stands.`
    : `Then it stands, if ${nameOf(challenge, otherOf(by))} could be told of it.`
}

const deadlines = {
  pending: {
    page: () => 'Then the challenge lapses.',
    mail: (by) =>
      `You can accept or decline until ${by}. You need no account. If you do nothing, the challenge lapses.`,
    assistant: null,
    question: null,
  },
  active: {
    page: () => 'Then both say how it ended.',
    mail: () => 'If you know already how it ended, you can say so on that page.',
    assistant: null,
    question: null,
  },
  due: {
    page: () => 'Then it has run out, and counts for nobody.',
    mail: (by) => `You can do so until ${by}. If neither of you does, the challenge expires.`,
    assistant: null,
    question: null,
  },
  proposed: {
    page: proposalStands,
    mail: (by) => `You can answer until ${by}. If you do nothing, this outcome stands.`,
    assistant: (by, who) =>
      `${capital(who)} proposed an outcome; the other party can agree or dispute until ${by}. After that it stands.`,
    question: 'answer',
  },
  disputed: {
    page: ({ group_id }) => `Then ${disputeEnd(group_id !== null)}, unless one gives way.`,
    mail: (by, isInGroup) => `If neither of you gives way until ${by}, ${disputeEnd(isInGroup)}.`,
    assistant: (by) => `Disputed, to be settled until ${by}`,
    question: 'settle it',
  },
  cancel: {
    page: () => 'Then the challenge goes on.',
    mail: (by) => `You can agree until ${by}. If you do nothing, the challenge goes on.`,
    assistant: (by, who) => `${capital(who)} asked to cancel; it counts until ${by}`,
    question: 'answer',
  },
} as const satisfies Readonly<Record<OpenTime, DeadlineWords>>

export const otherwiseOf = (of: OpenTime, challenge: SeenChallenge): string => deadlines[of].page(challenge)

export const deadlineInMail = (of: OpenTime, by: string, isInGroup: boolean): string =>
  deadlines[of].mail(by, isInGroup)

export const deadlineFor = (of: 'proposed' | 'disputed' | 'cancel', by: string, who: string): string =>
  deadlines[of].assistant(by, who)

/** Until when what an answer leads to is open, to the person whom an assistant asks; null where nothing is. */
export const timeLeft = (
  {
    status,
    proposal,
    dispute,
    cancellation,
  }: Pick<Challenge, 'status' | 'proposal' | 'dispute' | 'cancellation'>,
  zone: string,
): string | null => {
  const say = (of: 'proposed' | 'disputed' | 'cancel', end: string): string =>
    `The time to ${deadlines[of].question} ends on ${inWords(Date.parse(end), zone)}.`
  if (status === 'proposed' && proposal) return say('proposed', proposal.confirm_by)
  if (status === 'disputed' && dispute) return say('disputed', dispute.decide_by)
  if (status !== 'cancelled' && cancellation) return say('cancel', cancellation.lapses_at)
  return null
}
