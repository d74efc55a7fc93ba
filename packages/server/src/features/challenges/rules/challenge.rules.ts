// What becomes of a challenge by what people do with it. Pure.
import type { EventKind } from '@challenge-service/contract'
import type { Party, Position } from '@challenge-service/contract/plain'
import { HOUR_MS } from '../../../kernel/instants.ts'
import { obstacle, type Obstacle } from '../../../kernel/refusal.ts'
import {
  checkAction,
  enoughPositions,
  enoughSupports,
  getParty,
  isSupportUsedUp,
  mayChangePosition,
  withActions,
  type Access,
} from './action.rules.ts'
import { untold, type Life, type Periods } from './life.rules.ts'
import { otherParty } from './party.rules.ts'

const CANCEL_LAPSES_MS = 72 * HOUR_MS

/** A side that was taken, and why. */
export interface Support {
  readonly side: Party
  readonly comment: string | null
}

export type Move =
  | { readonly action: 'accept'; readonly supportDecides: boolean; readonly byOwnHand: boolean }
  | { readonly action: 'cancel'; readonly reason: string | null }
  | { readonly action: 'resolve'; readonly outcome: Position }
  | { readonly action: 'dispute'; readonly reason: string }
  | { readonly action: 'evidence' }
  | { readonly action: 'support'; readonly support: Support; readonly before: Support | null }

export interface Decision {
  readonly next: Life
  /** Undefined where the move changes nothing that anyone need be told. */
  readonly event: EventKind | undefined
}

/** What becomes of a life by a move, or the one refusal that fits. */
export const decide = (written: Life, who: Access, move: Move, now: number, periods: Periods): Decision => {
  const life = checkAction(written, who, move.action, now)
  switch (move.action) {
    case 'accept':
      return decideAccept(life, move, now)
    case 'cancel':
      return decideCancel(life, getParty(who), move.reason, now)
    case 'resolve':
      return decideResolve(life, who, move.outcome, now, periods)
    case 'dispute':
      return decideDispute(life, getParty(who), move.reason, now, periods)
    case 'evidence':
      return { next: addCount(life, 'evidence', getParty(who), 1), event: 'challenge.evidence_added' }
    case 'support':
      return decideSupport(life, who, move.support, move.before)
  }
}

const decideAccept = (
  life: Life,
  { supportDecides, byOwnHand }: Extract<Move, { action: 'accept' }>,
  now: number,
): Decision => ({
  next: {
    ...life,
    status: 'active',
    acceptedAt: now,
    supportDecides,
    byOwnHand: { ...life.byOwnHand, opponent: byOwnHand },
  },
  event: 'challenge.accepted',
})

const decideCancel = (life: Life, by: Party, reason: string | null, now: number): Decision => {
  if (life.status === 'pending') {
    const closed = { ...life, closedAt: now, closedReason: reason }
    return by === 'creator'
      ? { next: { ...closed, status: 'cancelled' }, event: 'challenge.cancelled' }
      : { next: { ...closed, status: 'declined' }, event: 'challenge.declined' }
  }
  if (life.cancellation) {
    return { next: { ...life, status: 'cancelled', closedAt: now }, event: 'challenge.cancelled' }
  }
  const cancellation = { requestedBy: by, reason, requestedAt: now, lapsesAt: now + CANCEL_LAPSES_MS }
  return { next: { ...life, cancellation }, event: 'challenge.cancel_requested' }
}

const decideResolve = (
  life: Life,
  who: Access,
  outcome: Position,
  now: number,
  periods: Periods,
): Decision => {
  const by = getParty(who)
  const other = otherParty(by)
  const stated: Life = { ...life, positions: { ...life.positions, [by]: outcome }, cancellation: null }
  if (outcome === `${other}_won`) return settle(stated, outcome, 'concession', now)
  if (outcome === life.positions[other]) return settle(stated, outcome, 'agreement', now)
  if (life.status === 'disputed') {
    if (life.positions[by] === outcome) return { next: life, event: undefined }
    if (!mayChangePosition(life, by)) throw withActions(enoughPositions, life, who)
    const isChange = life.positions[by] !== null
    const spoken = noteLastSpeaker(stated, by)
    return { next: isChange ? addCount(spoken, 'changes', by, 1) : spoken, event: 'challenge.proposed' }
  }
  if (life.proposal) throw withActions(contradiction(life.proposal.by === by), life, who)
  const proposal = { by, outcome, proposedAt: now, confirmBy: now + periods.confirmMs, notice: untold }
  return { next: { ...stated, status: 'proposed', proposal }, event: 'challenge.proposed' }
}

/** In a dispute: from now on the other one is to answer. */
const noteLastSpeaker = (life: Life, by: Party): Life => ({
  ...life,
  dispute: life.dispute && { ...life.dispute, lastBy: by },
})

const contradiction = (isOwnProposal: boolean): Obstacle =>
  isOwnProposal
    ? obstacle('invalid_state', 'already_proposed', 'You have proposed already. You may only concede now.')
    : obstacle(
        'conflict',
        'contradicts_proposal',
        'This contradicts the proposal. Agree, concede, or dispute it.',
      )

const settle = (
  life: Life,
  outcome: Position,
  settledBy: 'concession' | 'agreement',
  now: number,
): Decision => ({
  next: { ...life, status: 'resolved', closedAt: now, resolution: { outcome, settledBy, settledAt: now } },
  event: 'challenge.resolved',
})

const decideDispute = (life: Life, by: Party, reason: string, now: number, periods: Periods): Decision => ({
  next: {
    ...life,
    status: 'disputed',
    dispute: { openedBy: by, reason, openedAt: now, decideBy: now + periods.disputeMs, lastBy: by },
  },
  event: 'challenge.disputed',
})

/** The same once more changes nothing, and is never one change too many. */
const decideSupport = (
  life: Life,
  who: Access,
  { side, comment }: Support,
  before: Support | null,
): Decision => {
  if (before?.side === side && before.comment === comment) return { next: life, event: undefined }
  if (before && isSupportUsedUp(who)) throw withActions(enoughSupports, life, who)
  const taken = before ? addCount(life, 'support', before.side, -1) : life
  return { next: addCount(taken, 'support', side, 1), event: 'challenge.support_added' }
}

const addCount = (life: Life, what: 'evidence' | 'support' | 'changes', party: Party, by: number): Life => ({
  ...life,
  [what]: { ...life[what], [party]: life[what][party] + by },
})
