// The queue of an active subscription, as the engine sees it: how far it has gone in its feed, and when to look at it
// next. A claim locks the row of the queue and skips rows that are locked, so no delivery is claimed twice at once.
import type { FeedId, WebhookId } from '../../kernel/ids.ts'
import { change } from '../../store/statements/changes.ts'
import { skipLocked } from '../../store/dialect.ts'
import { webhookQueues } from '../../store/schema/events.ts'
import { sql } from '../../store/statements/statement.ts'
import type { Reader, Tx } from '../../store/store.ts'

export interface Queue {
  readonly webhook_id: WebhookId
  readonly feed_id: FeedId
  /** The generation of the subscription. */
  readonly run: number
  /** The number of the last event that was taken from the feed. */
  readonly position: number
}

const columns = 'webhook_id, feed_id, run, position'

export interface DueQueue extends Queue {
  /** The number of the newest event in its feed. */
  readonly feed_position: number
}

const listDue = sql<DueQueue, [now: number, limit: number]>(
  'delivery.list_due_queues',
  `select ${columns},
     coalesce((select f.head from feeds f where f.owner_id = webhook_queues.feed_id), 0) as feed_position
   from webhook_queues where due_at <= $1 order by due_at, webhook_id limit $2 ${skipLocked}`,
)

/** Those that have waited longest, locked. */
export const lockDueQueues = (tx: Tx, now: number, limit: number): Promise<readonly DueQueue[]> =>
  tx.all(listDue, now, limit)

const lock = sql<Queue, [webhookId: WebhookId]>(
  'delivery.lock_queue',
  `select ${columns} from webhook_queues where webhook_id = $1 ${skipLocked}`,
)

const find = sql<{ webhook_id: WebhookId }, [webhookId: WebhookId]>(
  'delivery.find_queue',
  'select webhook_id from webhook_queues where webhook_id = $1',
)

/** A queue that another transaction holds; the caller tries again later. */
export const BUSY = 'busy'

/** Undefined once it is switched off. */
export const lockQueue = async (tx: Tx, webhookId: WebhookId): Promise<Queue | typeof BUSY | undefined> => {
  const queue = await tx.first(lock, webhookId)
  if (queue) return queue
  return (await tx.first(find, webhookId)) ? BUSY : undefined
}

const lockOfFeed = sql<Queue, [feedId: FeedId]>(
  'delivery.lock_queues_of_feed',
  `select ${columns} from webhook_queues where feed_id = $1 order by webhook_id ${skipLocked}`,
)

const countOfFeed = sql<{ count: number }, [feedId: FeedId]>(
  'delivery.count_queues_of_feed',
  'select count(*) as count from webhook_queues where feed_id = $1',
)

export interface QueuesOfFeed {
  /** Those that no other transaction holds. */
  readonly queues: readonly Queue[]
  readonly areAll: boolean
}

export const lockQueuesOfFeed = async (tx: Tx, feedId: FeedId): Promise<QueuesOfFeed> => {
  const [queues, counted] = await Promise.all([tx.all(lockOfFeed, feedId), tx.first(countOfFeed, feedId)])
  return { queues, areAll: queues.length === (counted?.count ?? 0) }
}

const nextDue = sql<{ due_at: number }, []>(
  'delivery.next_due',
  `select due_at from (
     select due_at from (
       select due_at from webhook_queues where due_at is not null order by due_at limit 1) as queues
     union all
     select 0 as due_at from (
       select owner_id from feeds where waiting_since is not null limit 1) as feeds) as due
   order by due_at limit 1`,
)

/** When the next queue is due; 0 where events wait in a feed. */
export const findNextDue = async (reader: Reader): Promise<number | undefined> =>
  (await reader.first(nextDue))?.due_at

const rows = `from deliveries d where d.webhook_id = $webhook_id and d.run = webhook_queues.run`

/** When one of its leases or intervals ends; null where it has none. */
const laterExpression = `(select d.due_at ${rows} and d.due_at > $now order by d.due_at limit 1)`

/** At once if there is more to claim; else as above. */
const againExpression = <const Position extends string>(position: Position) =>
  `case when ${position} < (select f.head from feeds f where f.owner_id = webhook_queues.feed_id) then $now else
     (select case when d.due_at <= $now then $now else d.due_at end ${rows} and d.due_at is not null
      order by d.due_at limit 1) end` as const

const moveAndLookLater = change(
  webhookQueues,
  'delivery.move_and_look_later',
  `update webhook_queues set position = $position, due_at = ${laterExpression} where webhook_id = $webhook_id`,
)

const moveAndLookAgain = change(
  webhookQueues,
  'delivery.move_and_look_again',
  `update webhook_queues set position = $position, due_at = ${againExpression('cast($position as bigint)')}
   where webhook_id = $webhook_id`,
)

/**
 * After a claim. A queue that took all of its capacity is looked at when something of it is settled, at the latest when
 * one of its leases ends. Any other is looked at again at once if there is more to claim.
 */
export const moveQueue = (
  tx: Tx,
  { webhook_id }: Queue,
  position: number,
  isFull: boolean,
  now: number,
): void => tx.enqueue(isFull ? moveAndLookLater : moveAndLookAgain, { webhook_id, now, position })

const again = change(
  webhookQueues,
  'delivery.look_again',
  `update webhook_queues set due_at = ${againExpression('position')} where webhook_id = $webhook_id`,
)

/** For a queue that may have more to claim: at once if it has, behind all who wait already. */
export const lookAgain = async (tx: Tx, webhookId: WebhookId, now: number): Promise<void> => {
  await tx.run(again, { webhook_id: webhookId, now })
}

const park = change(
  webhookQueues,
  'delivery.park_queue',
  'update webhook_queues set due_at = $due_at where webhook_id = $webhook_id',
)

/** Nobody looks at it until then, unless something is added or its receiver has capacity again. */
export const parkQueue = async (tx: Tx, webhookId: WebhookId, until: number): Promise<void> => {
  await tx.run(park, { webhook_id: webhookId, due_at: until })
}
