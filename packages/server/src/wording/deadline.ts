// Until when something is open, and what happens then if nobody does anything: on a page and in the calendar, in a mail, to
// an assistant, and to the person whom it asks.
import type { Challenge, ChallengeStatus } from '@challenge-service/contract'
import { inWords } from '../kernel/instants.ts'
import { capital, nameOf, otherOf, type SeenChallenge } from './names.ts'
import { words } from './words.ts'

type ClosedStatus = 'resolved' | 'cancelled' | 'declined' | 'expired'

/** What ends: each status that has an end, and a request to cancel. */
export type OpenTime = Exclude<ChallengeStatus, ClosedStatus> | 'cancel'

/** What happens then, after the instant. */
export const otherwiseOf = (of: OpenTime, challenge: SeenChallenge): string => {
  const { deadline } = words
  if (of === 'proposed') return proposalStands(challenge)
  if (of === 'disputed') return challenge.group_id === null ? deadline.disputed : deadline.disputedInGroup
  return deadline[of]
}

const proposalStands = (challenge: SeenChallenge): string => {
  const { proposal, role } = challenge
  const by = proposal?.by ?? 'creator'
  return role !== 'observer' && role !== by
    ? words.deadline.proposedTheirs({ name: nameOf(challenge, by) })
    : words.deadline.proposedOwn({ name: nameOf(challenge, otherOf(by)) })
}

/** To someone who is asked for an answer. `by`: the instant, in words. */
export const deadlineInMail = (of: OpenTime, by: string, isInGroup: boolean): string => {
  const { mailDeadline } = words
  if (of === 'active') return mailDeadline.active
  return mailDeadline[of === 'disputed' && isInGroup ? 'disputedInGroup' : of]({ by })
}

/** `who` brought it about. */
export const deadlineFor = (of: 'proposed' | 'disputed' | 'cancel', by: string, who: string): string =>
  of === 'disputed' ? words.assistant.disputed({ by }) : words.assistant[of]({ by, who: capital(who) })

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
  const { timeToAnswer, timeToSettle } = words.deadline
  const at = (end: string) => ({ by: inWords(Date.parse(end), zone) })
  if (status === 'proposed' && proposal) return timeToAnswer(at(proposal.confirm_by))
  if (status === 'disputed' && dispute) return timeToSettle(at(dispute.decide_by))
  if (status !== 'cancelled' && cancellation) return timeToAnswer(at(cancellation.lapses_at))
  return null
}
