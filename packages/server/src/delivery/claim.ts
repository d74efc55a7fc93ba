// Takes what is due from the queues, as much as their hosts and owners have room for, the queue that has waited
// longest first. A queue without room is parked, so that it stands in nobody's way.
import { randomUUID } from 'node:crypto'
import { insertDelivery } from '../features/events/deliveries.store.ts'
import { wants } from '../features/events/subscribers.rules.ts'
import { findAnyWebhook } from '../features/webhooks/webhook.store.ts'
import type { Tx } from '../store/store.ts'
import {
  claimDeliveries,
  dropDelivery,
  findReceiver,
  lockDueQueues,
  lookAgain,
  lookLater,
  parkQueue,
  type ClaimedRow,
  type Lease,
  type Queue,
  type Receiver,
} from './claim.store.ts'
import type { Destinations } from './destinations.ts'
import { takeMissed } from './fill.store.ts'
import { Planned, type Hosts, type Place } from './hosts.ts'
import { toTask, type Destination, type Task } from './task.ts'

const QUEUES_AT_ONCE = 64

export interface Parked extends Place {
  readonly webhookId: string
  readonly feedId: string
  readonly since: number
}

export interface Claim {
  readonly tasks: readonly Task[]
  readonly parked: readonly Parked[]
  /** As many queues were due as are looked at in one go. */
  readonly mayBeMore: boolean
}

export interface ClaimParts {
  readonly hosts: Hosts
  readonly destinations: Destinations
  readonly leaseMs: number
}

export const claimDue = async (tx: Tx, parts: ClaimParts, now: number): Promise<Claim> => {
  const queues = await lockDueQueues(tx, now, QUEUES_AT_ONCE)
  const receivers = await Promise.all(queues.map(({ webhook_id }) => findReceiver(tx, webhook_id)))
  const lease = { token: randomUUID(), until: now + parts.leaseMs }
  const tasks: Task[] = []
  const parked: Parked[] = []
  let planned = new Planned()
  const claimOne = async ({ queue, destination }: Candidate, room: number): Promise<void> => {
    for (const row of await claimSome(tx, queue, lease, room, now)) {
      const { body } = row
      if (body === null) await dropDelivery(tx, row.id, now)
      else tasks.push(toTask(queue, destination, row, body, lease))
    }
  }

  // Together, as if each took all of its room; then one by one those for whom that left none.
  const { candidates, unusable } = candidatesOf(queues, receivers, parts.destinations)
  await Promise.all(unusable.map(({ webhook_id }) => parkQueue(tx, webhook_id, lease.until)))
  const rooms = candidates.map((candidate) => {
    const room = parts.hosts.room(candidate.place, planned)
    planned.add(candidate.place, room)
    return { candidate, room }
  })
  const withRoom = rooms.filter(({ room }) => room > 0)
  await Promise.all(withRoom.map(({ candidate, room }) => claimOne(candidate, room)))
  planned = new Planned()
  for (const { to, feedId } of tasks) planned.add({ origin: to.origin, ownerId: feedId }, 1)
  for (const { candidate } of rooms.filter(({ room }) => room === 0)) {
    const before = tasks.length
    const room = parts.hosts.room(candidate.place, planned)
    if (room > 0) await claimOne(candidate, room)
    else parked.push(await park(tx, candidate, lease, now))
    planned.add(candidate.place, tasks.length - before)
  }
  return { tasks, parked, mayBeMore: queues.length === QUEUES_AT_ONCE }
}

interface Candidate {
  readonly queue: Queue
  readonly destination: Destination
  readonly place: Place
}

const candidatesOf = (
  queues: readonly Queue[],
  receivers: readonly (Receiver | undefined)[],
  destinations: Destinations,
): { readonly candidates: readonly Candidate[]; readonly unusable: readonly Queue[] } => {
  const candidates: Candidate[] = []
  const unusable: Queue[] = []
  for (const [index, queue] of queues.entries()) {
    const receiver = receivers[index]
    const destination = receiver && destinations.of(queue.webhook_id, receiver)
    if (!destination) unusable.push(queue)
    else
      candidates.push({ queue, destination, place: { origin: destination.origin, ownerId: queue.feed_id } })
  }
  return { candidates, unusable }
}

const park = async (tx: Tx, { queue, place }: Candidate, { until }: Lease, now: number): Promise<Parked> => {
  const { webhook_id: webhookId, feed_id: feedId } = queue
  await parkQueue(tx, webhookId, until)
  return { ...place, webhookId, feedId, since: now }
}

const claimSome = async (
  tx: Tx,
  queue: Queue,
  lease: Lease,
  limit: number,
  now: number,
): Promise<readonly ClaimedRow[]> => {
  const belowSeq = await fill(tx, queue, now)
  const [rows] = await Promise.all([
    claimDeliveries(tx, queue, lease, { now, limit, belowSeq: belowSeq ?? Number.MAX_SAFE_INTEGER }),
    // While there is more to fill, the queue has more to take than it shows.
    (belowSeq === null ? lookLater : lookAgain)(tx, queue.webhook_id, now),
  ])
  return rows
}

/** From where the feed is still to be gone through; what is newer waits for that. Null where nothing is. */
const fill = async (tx: Tx, queue: Queue, now: number): Promise<number | null> => {
  const { webhook_id: webhookId, fill_from, fill_to, run } = queue
  if (fill_from === null || fill_to === null) return null
  const webhook = await findAnyWebhook(tx, webhookId)
  if (!webhook) return null
  const { missed, next } = await takeMissed(tx, queue, fill_from, fill_to)
  const wanted = missed.filter(({ type }) => wants(webhook, type))
  for (const { seq, id: eventId, type } of wanted) {
    insertDelivery(tx, { webhookId, run, seq, eventId, type, body: null }, now)
  }
  return next
}
