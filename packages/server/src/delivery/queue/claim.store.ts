// Taking deliveries out of a queue, under a lease. The row of the queue is locked for it, and passed over where
// someone else has it, so no delivery is ever taken twice at once. How much waits makes no difference: what is
// next stands first in the index.
import { limits, type EventKind } from '@challenge-service/contract'
import { forUpdate, skipLocked } from '../../store/dialect.ts'
import { sql } from '../../store/statement.ts'
import type { Reader, Tx } from '../../store/store.ts'
import { runReturning, sqlReturning } from '../../store/returning.ts'

export interface Queue {
  readonly webhook_id: string
  readonly feed_id: string
  /** The generation of the subscription. */
  readonly run: number
  readonly fill_from: number | null
  readonly fill_to: number | null
}

const columns = 'webhook_id, feed_id, run, fill_from, fill_to'

const listDue = sql<Queue, [now: number, limit: number]>(
  'delivery.list_due_queues',
  `select ${columns} from webhook_queues where due_at <= $1 order by due_at, webhook_id limit $2 ${skipLocked}`,
)

/** Those that have waited longest, locked. */
export const lockDueQueues = (tx: Tx, now: number, limit: number): Promise<readonly Queue[]> =>
  tx.all(listDue, now, limit)

const lock = sql<Queue, [webhookId: string]>(
  'delivery.lock_queue',
  `select ${columns} from webhook_queues where webhook_id = $1 ${forUpdate}`,
)

/** Undefined once it is switched off. */
export const lockQueue = (tx: Tx, webhookId: string): Promise<Queue | undefined> => tx.first(lock, webhookId)

const nextDue = sql<{ due_at: number }, []>(
  'delivery.next_due',
  'select due_at from webhook_queues where due_at is not null order by due_at limit 1',
)

export const findNextDue = async (reader: Reader): Promise<number | undefined> =>
  (await reader.first(nextDue))?.due_at

export interface ReceiverRow {
  /** Its URL, in canonical form. */
  readonly target: string
  readonly secret: Uint8Array
  readonly old_secret: Uint8Array | null
  readonly old_secret_until: number | null
}

const findRow = sql<ReceiverRow, [webhookId: string]>(
  'delivery.find_receiver',
  'select target, secret, old_secret, old_secret_until from webhooks where id = $1',
)

export const findReceiverRow = (tx: Tx, webhookId: string): Promise<ReceiverRow | undefined> =>
  tx.first(findRow, webhookId)

const inGeneration = 'webhook_id = $1 and run = $2'

export interface ClaimedRow {
  readonly id: string
  readonly event_id: string
  readonly type: EventKind
  readonly seq: number
  readonly attempts: number
  readonly created_at: number
  /** Null where the feed no longer has the event. */
  readonly body: string | null
}

const claimedColumns = (feedId: string): string =>
  `id, event_id, type, seq, attempts, created_at, coalesce(body,
     (select e.body from events e
      where e.feed_id = ${feedId} and e.seq = deliveries.seq and e.id = deliveries.event_id)) as body`

type ClaimParams = [
  webhookId: string,
  generation: number,
  now: number,
  lease: string,
  until: number,
  limit: number,
  belowSeq: number,
  feedId: string,
]
type ClaimedKey = [webhookId: string, generation: number, until: number, lease: string, feedId: string]

// Tried before and due again comes first, since that is what decides whether a receiver is dead; then what was
// never tried, in the order of the feed.
const claim = sqlReturning<ClaimedRow, ClaimParams, ClaimedKey>(
  'delivery.claim',
  `update deliveries
   set lease = $4, due_at = $5, attempted_at = $3,
       attempts = case when attempts < ${limits.deliveryAttempts} then attempts + 1 else attempts end
   where id in (
     select id from (
       select id from (select id from deliveries where ${inGeneration} and due_at > 0 and due_at <= $3
                       order by due_at, seq limit $6) as again
       union all
       select id from (select id from deliveries where ${inGeneration} and due_at = 0 and seq < $7
                       order by seq limit $6) as fresh
     ) as due limit $6)`,
  {
    returning: claimedColumns('$8'),
    fallback: `select ${claimedColumns('$5')} from deliveries where ${inGeneration} and due_at = $3 and lease = $4 order by seq`,
  },
)

export interface Lease {
  readonly token: string
  readonly until: number
}

/** At most `limit` of a locked queue, in the order of the feed. The attempt is counted here, before it is made. */
export const claimDeliveries = async (
  tx: Tx,
  { webhook_id, feed_id, run }: Queue,
  { token, until }: Lease,
  { now, limit, belowSeq }: { readonly now: number; readonly limit: number; readonly belowSeq: number },
): Promise<readonly ClaimedRow[]> => {
  const params: ClaimParams = [webhook_id, run, now, token, until, limit, belowSeq, feed_id]
  const rows = await runReturning(tx, claim, params, [webhook_id, run, until, token, feed_id])
  return rows.toSorted((a, b) => a.seq - b.seq || (a.id < b.id ? -1 : 1))
}

const drop = sql<never, [id: string, now: number]>(
  'delivery.drop',
  `update deliveries set status = 'dropped', due_at = null, lease = null, settled_at = $2 where id = $1`,
)

/** For what cannot be sent any more, since the feed no longer has it. */
export const dropDelivery = async (tx: Tx, id: string, now: number): Promise<void> => {
  await tx.run(drop, id, now)
}

const waiting = `from deliveries d where d.webhook_id = $1 and d.run = webhook_queues.run`

const later = sql<never, [webhookId: string, now: number]>(
  'delivery.look_later',
  `update webhook_queues set due_at = (select d.due_at ${waiting} and d.due_at > $2 order by d.due_at limit 1)
   where webhook_id = $1`,
)

/** For a queue of which as much was taken as could be: the next look is when one of its leases or intervals ends. */
export const lookLater = async (tx: Tx, webhookId: string, now: number): Promise<void> => {
  await tx.run(later, webhookId, now)
}

const again = sql<never, [webhookId: string, now: number]>(
  'delivery.look_again',
  `update webhook_queues set due_at = case when fill_from is not null then $2 else
     (select case when d.due_at <= $2 then $2 else d.due_at end ${waiting} and d.due_at is not null
      order by d.due_at limit 1) end
   where webhook_id = $1`,
)

/** For a queue that may have more to take: at once if it has, behind all who wait already. */
export const lookAgain = async (tx: Tx, webhookId: string, now: number): Promise<void> => {
  await tx.run(again, webhookId, now)
}

const park = sql<never, [webhookId: string, until: number]>(
  'delivery.park_queue',
  'update webhook_queues set due_at = $2 where webhook_id = $1',
)

/** Nobody looks at it until then, unless something is added or its receiver has capacity again. */
export const parkQueue = async (tx: Tx, webhookId: string, until: number): Promise<void> => {
  await tx.run(park, webhookId, until)
}
