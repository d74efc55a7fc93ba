// How a challenge stands, in words for its reader: whose turn it is, until when, and what happens otherwise. Pages, the
// calendar and assistants read the same.
import type { Party } from '@challenge-service/contract'
import { otherwiseOf } from './deadline.ts'
import { capital, nameOf, otherOf, ownParty, whoIs, type SeenChallenge } from './names.ts'
import { claimedResult, describeResolved } from './outcome.ts'
import { words } from './words.ts'

export interface Standing {
  readonly title: string
  /** Something is asked of them. */
  readonly isMyTurn: boolean
  /** The next instant that matters; null where none does. */
  readonly by: number | null
  /** What happens then, if nobody does anything; null where nothing does. */
  readonly otherwise: string | null
}

const quiet = (title: string, by: number | null = null, otherwise: string | null = null): Standing => ({
  title: capital(title),
  isMyTurn: false,
  by,
  otherwise,
})

const turn = (title: string, by: number | null, otherwise: string | null): Standing => ({
  title: capital(title),
  isMyTurn: true,
  by,
  otherwise,
})

/** `settleBy`: until when the two can say how it ended, where that is known. */
export const describeStanding = (challenge: SeenChallenge, settleBy: number | null = null): Standing => {
  const dueAt = Date.parse(challenge.due_at)
  const isParty = challenge.role !== 'observer'
  switch (challenge.status) {
    case 'pending':
      return describePending(challenge, dueAt)
    case 'active':
      return describeActive(challenge, dueAt)
    case 'due':
      return isParty
        ? turn(words.turn.dueMine, settleBy, otherwiseOf('due', challenge))
        : quiet(words.turn.dueOthers, settleBy, otherwiseOf('due', challenge))
    case 'proposed':
      return describeProposed(challenge)
    case 'disputed':
      return describeDisputed(challenge)
    case 'resolved':
      return quiet(describeResolved(challenge))
    case 'cancelled':
      return quiet(words.turn.cancelled)
    case 'declined':
      return quiet(words.turn.declined(whoIs(challenge, 'opponent')))
    case 'expired':
      return quiet(words.turn.expired)
  }
}

const describePending = (challenge: SeenChallenge, dueAt: number): Standing => {
  const name = nameOf(challenge, otherOf(ownParty(challenge)))
  const otherwise = otherwiseOf('pending', challenge)
  if (challenge.role === 'opponent') return turn(words.turn.invited({ name }), dueAt, otherwise)
  const title = challenge.role === 'creator' ? words.status.pending : words.turn.waitingFor({ name })
  return quiet(title, dueAt, otherwise)
}

const describeActive = (challenge: SeenChallenge, dueAt: number): Standing => {
  const { cancellation, role } = challenge
  if (!cancellation) return quiet(words.status.active, dueAt, otherwiseOf('active', challenge))
  const asker = whoIs(challenge, cancellation.requested_by)
  const lapsesAt = Date.parse(cancellation.lapses_at)
  const otherwise = otherwiseOf('cancel', challenge)
  return role !== 'observer' && role !== cancellation.requested_by
    ? turn(words.turn.wantsToCancel(asker), lapsesAt, otherwise)
    : quiet(words.turn.cancelRequested(asker), lapsesAt, otherwise)
}

const describeProposed = (challenge: SeenChallenge): Standing => {
  const { proposal, role } = challenge
  if (!proposal) return quiet(words.claimed.unknown)
  const by = Date.parse(proposal.confirm_by)
  const title = claimedResult(challenge, proposal.by, proposal.outcome)
  const otherwise = otherwiseOf('proposed', challenge)
  return role !== 'observer' && role !== proposal.by
    ? turn(title, by, otherwise)
    : quiet(title, by, otherwise)
}

const describeDisputed = (challenge: SeenChallenge): Standing => {
  const { dispute, role } = challenge
  if (!dispute) return quiet(words.status.disputed)
  const opener = whoIs(challenge, dispute.opened_by)
  const offering = findOffering(challenge)
  const by = Date.parse(dispute.decide_by)
  const otherwise = otherwiseOf('disputed', challenge)
  if (offering === undefined) {
    return role === 'observer'
      ? quiet(words.turn.disputes(opener), by, otherwise)
      : turn(words.turn.disputesSettle(opener), by, otherwise)
  }
  if (role === offering) {
    return turn(words.turn.offeredDraw({ name: nameOf(challenge, otherOf(offering)) }), by, otherwise)
  }
  const title = words.turn.offersDraw({ name: nameOf(challenge, offering) })
  return role === 'observer' ? quiet(title, by, otherwise) : turn(title, by, otherwise)
}

/** Who has offered a draw since the dispute began; a draw that was disputed itself is none. */
const findOffering = ({ positions, proposal }: SeenChallenge): Party | undefined =>
  (['creator', 'opponent'] as const).find(
    (party) => positions[party] === 'draw' && (proposal?.by !== party || proposal.outcome !== 'draw'),
  )
