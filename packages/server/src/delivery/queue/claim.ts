// Claims what is due from the queues, as much as there is capacity for, the queue that has waited longest first. A
// queue without capacity is parked, so that it does not hold up the others.
import { randomUUID } from 'node:crypto'
import { insertDelivery } from '../../features/events/deliveries.store.ts'
import { wants } from '../../features/events/subscribers.rules.ts'
import { findAnyWebhook } from '../../features/webhooks/webhook.store.ts'
import type { Tx } from '../../store/store.ts'
import { advanceBackfill } from './backfill.store.ts'
import { PlannedSlots, type Capacity, type Slot } from './capacity.ts'
import {
  claimDeliveries,
  dropDelivery,
  findReceiverRow,
  lockDueQueues,
  lookAgain,
  lookLater,
  parkQueue,
  type ClaimedRow,
  type Lease,
  type Queue,
  type ReceiverRow,
} from './claim.store.ts'
import { toClaimedDelivery, toSlot, type ClaimedDelivery, type Receiver } from './claimed-delivery.ts'
import type { Receivers } from './receivers.ts'

const QUEUES_AT_ONCE = 64

/** A queue that nobody looks at until there is capacity for it. */
export interface ParkedQueue {
  readonly webhookId: string
  readonly feedId: string
  readonly slot: Slot
  readonly since: number
}

export interface Claim {
  readonly deliveries: readonly ClaimedDelivery[]
  readonly parked: readonly ParkedQueue[]
  /** As many queues were due as are looked at in one go. */
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
  const deliveries: ClaimedDelivery[] = []
  const parked: ParkedQueue[] = []
  let planned = new PlannedSlots()
  const claimOne = async ({ queue, receiver }: Candidate, limit: number): Promise<void> => {
    for (const row of await claimSome(tx, queue, lease, limit, now)) {
      const { body } = row
      if (body === null) await dropDelivery(tx, row.id, now)
      else deliveries.push(toClaimedDelivery(queue, receiver, row, body, lease))
    }
  }

  // All at once, as if each claimed as much as it may; then one by one those for whom that left nothing.
  const { candidates, unusable } = findCandidates(queues, rows, parts.receivers)
  await Promise.all(unusable.map(({ webhook_id }) => parkQueue(tx, webhook_id, lease.until)))
  const limits = candidates.map((candidate) => {
    const limit = parts.capacity.countFree(candidate.slot, planned)
    planned.add(candidate.slot, limit)
    return { candidate, limit }
  })
  const first = limits.filter(({ limit }) => limit > 0)
  await Promise.all(first.map(({ candidate, limit }) => claimOne(candidate, limit)))
  planned = new PlannedSlots()
  for (const delivery of deliveries) planned.add(toSlot(delivery), 1)
  for (const { candidate } of limits.filter(({ limit }) => limit === 0)) {
    const before = deliveries.length
    const limit = parts.capacity.countFree(candidate.slot, planned)
    if (limit > 0) await claimOne(candidate, limit)
    else parked.push(await park(tx, candidate, lease, now))
    planned.add(candidate.slot, deliveries.length - before)
  }
  return { deliveries, parked, mayBeMore: queues.length === QUEUES_AT_ONCE }
}

interface Candidate {
  readonly queue: Queue
  readonly receiver: Receiver
  readonly slot: Slot
}

const findCandidates = (
  queues: readonly Queue[],
  rows: readonly (ReceiverRow | undefined)[],
  receivers: Receivers,
): { readonly candidates: readonly Candidate[]; readonly unusable: readonly Queue[] } => {
  const candidates: Candidate[] = []
  const unusable: Queue[] = []
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
  await parkQueue(tx, webhookId, until)
  return { webhookId, feedId, slot, since: now }
}

const claimSome = async (
  tx: Tx,
  queue: Queue,
  lease: Lease,
  limit: number,
  now: number,
): Promise<readonly ClaimedRow[]> => {
  const belowSeq = await backfill(tx, queue, now)
  const [rows] = await Promise.all([
    claimDeliveries(tx, queue, lease, { now, limit, belowSeq: belowSeq ?? Number.MAX_SAFE_INTEGER }),
    // While there is more to backfill, the queue has more to claim than it shows.
    (belowSeq === null ? lookLater : lookAgain)(tx, queue.webhook_id, now),
  ])
  return rows
}

/** From where the feed is still to be gone through; what is newer waits for that. Null where nothing is. */
const backfill = async (tx: Tx, queue: Queue, now: number): Promise<number | null> => {
  const { webhook_id: webhookId, fill_from, fill_to, run: generation } = queue
  if (fill_from === null || fill_to === null) return null
  const webhook = await findAnyWebhook(tx, webhookId)
  if (!webhook) return null
  const { missed, next } = await advanceBackfill(tx, queue, fill_from, fill_to)
  const wanted = missed.filter(({ type }) => wants(webhook, type))
  for (const { seq, id: eventId, type } of wanted) {
    insertDelivery(tx, { webhookId, generation, seq, eventId, type, body: null }, now)
  }
  return next
}
