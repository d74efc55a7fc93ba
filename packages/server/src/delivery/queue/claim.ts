// Claims what is due from the queues, as much as there is capacity for, the queue that has waited longest first. A
// queue without capacity is parked, so that it does not hold up the others.
import { randomUUID } from 'node:crypto'
import type { DeliveryId, FeedId, WebhookId } from '../../kernel/ids.ts'
import type { Tx } from '../../store/store.ts'
import { PlannedSlots, type Capacity, type Slot } from './capacity.ts'
import {
  claimDeliveries,
  dropDelivery,
  findReceiverRow,
  type Lease,
  type ReceiverRow,
} from './claim.store.ts'
import { toClaimedDelivery, toSlot, type ClaimedDelivery, type Receiver } from './claimed-delivery.ts'
import { lookNext, moveOn } from './look.ts'
import { lockDueQueues, type DueQueue } from './queue.store.ts'
import type { Receivers } from './receivers.ts'
import { countToRead, takeEvents } from './take.rules.ts'
import { insertLeased, listNextEvents, toTakenDelivery, type TakenDelivery } from './take.store.ts'

const QUEUES_AT_ONCE = 64

/** A queue that nobody looks at until there is capacity for it. */
export interface ParkedQueue {
  readonly webhookId: WebhookId
  readonly feedId: FeedId
  readonly slot: Slot
  readonly since: number
}

export interface Claim {
  readonly deliveries: readonly ClaimedDelivery[]
  readonly parked: readonly ParkedQueue[]
  /** There may be more that could be claimed at once. */
  readonly mayBeMore: boolean
}

export interface ClaimParts {
  readonly capacity: Capacity
  readonly receivers: Receivers
  readonly leaseMs: number
}

export const claimDue = async (tx: Tx, parts: ClaimParts, now: number): Promise<Claim> => {
  const queues = await lockDueQueues(tx, now, QUEUES_AT_ONCE)
  const rows = await Promise.all(queues.map(({ webhook_id }) => findReceiverRow(tx, webhook_id)))
  const lease = { token: randomUUID(), until: now + parts.leaseMs }
  const { candidates, unusable } = findCandidates(queues, rows, parts.receivers)
  await Promise.all(
    unusable.map(({ webhook_id }) => lookNext(tx, webhook_id, 'without_secrets', now, lease.until)),
  )

  // All at once, as if each claimed as much as it may; then one by one those for whom that left nothing.
  const planned = new PlannedSlots()
  const limits = candidates.map((candidate) => {
    const limit = parts.capacity.countFree(candidate.slot, planned)
    planned.add(candidate.slot, limit)
    return { candidate, limit }
  })
  const first = limits.filter(({ limit }) => limit > 0)
  const claims = await Promise.all(
    first.map(({ candidate, limit }) => claimSome(tx, candidate, lease, limit, now)),
  )
  writeClaims(tx, claims, lease, now)

  const parked: ParkedQueue[] = []
  const taken = new PlannedSlots()
  for (const { candidate, deliveries } of claims) taken.add(candidate.slot, deliveries.length)
  for (const { candidate } of limits.filter(({ limit }) => limit === 0)) {
    const limit = parts.capacity.countFree(candidate.slot, taken)
    if (limit === 0) {
      parked.push(await park(tx, candidate, lease, now))
      continue
    }
    const claim = await claimSome(tx, candidate, lease, limit, now)
    writeClaims(tx, [claim], lease, now)
    taken.add(candidate.slot, claim.deliveries.length)
    claims.push(claim)
  }
  return {
    deliveries: claims.flatMap(({ deliveries }) => deliveries),
    parked,
    mayBeMore: queues.length === QUEUES_AT_ONCE || claims.some(({ mayBeMore }) => mayBeMore),
  }
}

interface Candidate {
  readonly queue: DueQueue
  readonly receiver: Receiver
  readonly slot: Slot
}

const findCandidates = (
  queues: readonly DueQueue[],
  rows: readonly (ReceiverRow | undefined)[],
  receivers: Receivers,
): { readonly candidates: readonly Candidate[]; readonly unusable: readonly DueQueue[] } => {
  const candidates: Candidate[] = []
  const unusable: DueQueue[] = []
  for (const [index, queue] of queues.entries()) {
    const row = rows[index]
    const receiver = row && receivers.find(queue.webhook_id, row)
    if (!receiver) unusable.push(queue)
    else candidates.push({ queue, receiver, slot: toSlot({ receiver, feedId: queue.feed_id }) })
  }
  return { candidates, unusable }
}

const park = async (
  tx: Tx,
  { queue, slot }: Candidate,
  { until }: Lease,
  now: number,
): Promise<ParkedQueue> => {
  const { webhook_id: webhookId, feed_id: feedId } = queue
  await lookNext(tx, webhookId, 'without_capacity', now, until)
  return { webhookId, feedId, slot, since: now }
}

interface QueueClaim {
  readonly candidate: Candidate
  readonly deliveries: readonly ClaimedDelivery[]
  /** Those of them that have no row yet. */
  readonly taken: readonly TakenDelivery[]
  /** Those that the feed no longer has. */
  readonly gone: readonly DeliveryId[]
  /** How far the queue has come in its feed. */
  readonly position: number
  /** All of its capacity is used. */
  readonly isFull: boolean
  readonly mayBeMore: boolean
}

/** What has a row already, and as many events of the feed as there is capacity left for. */
const claimSome = async (
  tx: Tx,
  candidate: Candidate,
  lease: Lease,
  limit: number,
  now: number,
): Promise<QueueClaim> => {
  const { queue, receiver } = candidate
  const { kinds } = receiver
  const requested = countToRead(kinds, limit)
  const [rows, next] = await Promise.all([
    claimDeliveries(tx, queue, lease, limit, now),
    queue.position < queue.feed_position ? listNextEvents(tx, queue, requested) : [],
  ])
  const { events, position } = takeEvents(next, requested, queue, kinds, limit - rows.length)
  const taken = events.map((event) => toTakenDelivery(queue, event, now))
  const deliveries: ClaimedDelivery[] = []
  const gone: DeliveryId[] = []
  for (const row of [...rows, ...taken.map((one) => one.row)]) {
    if (row.body === null) gone.push(row.id)
    else deliveries.push(toClaimedDelivery(queue, receiver, row, row.body, lease))
  }
  const isFull = deliveries.length === limit
  const mayBeMore = !isFull && position > queue.position
  return { candidate, deliveries, taken, gone, position, isFull, mayBeMore }
}

/** The queues come last: when to look at one next follows from its deliveries. */
const writeClaims = (tx: Tx, claims: readonly QueueClaim[], lease: Lease, now: number): void => {
  insertLeased(
    tx,
    claims.flatMap(({ taken }) => taken),
    lease,
    now,
  )
  for (const id of claims.flatMap(({ gone }) => gone)) dropDelivery(tx, id, now)
  for (const { candidate, position, isFull } of claims)
    moveOn(tx, candidate.queue, isFull ? 'took_all' : 'took_some', position, now)
}
