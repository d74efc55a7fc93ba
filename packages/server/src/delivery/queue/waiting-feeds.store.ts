// Feeds with events that their queues have not been told of. The writer of an event marks its feed; the engine tells
// the queues and takes the mark off. It does not lock a feed for that, so that no writer waits for the engine: a mark
// is only taken off while the feed still stands where it was read. If an event came meanwhile, the mark stays.
import type { FeedId } from '../../kernel/ids.ts'
import { change } from '../../store/statements/changes.ts'
import { skipLocked } from '../../store/dialect.ts'
import { feeds, webhookQueues } from '../../store/schema/events.ts'
import { sql } from '../../store/statements/statement.ts'
import type { Tx } from '../../store/store.ts'

export interface WaitingFeed {
  readonly feedId: FeedId
  /** The number of its newest event. */
  readonly position: number
}

export const FEEDS_AT_ONCE = 32

const list = sql<{ owner_id: FeedId; head: number }, [limit: number]>(
  'delivery.list_waiting_feeds',
  'select owner_id, head from feeds where waiting_since is not null order by waiting_since, owner_id limit $1',
)

/** Those that have waited longest, without those that are to be passed over. */
export const listWaitingFeeds = async (
  tx: Tx,
  passedOver: ReadonlySet<FeedId>,
): Promise<readonly WaitingFeed[]> =>
  (await tx.all(list, FEEDS_AT_ONCE + passedOver.size))
    .filter(({ owner_id }) => !passedOver.has(owner_id))
    .slice(0, FEEDS_AT_ONCE)
    .map(({ owner_id, head }) => ({ feedId: owner_id, position: head }))

const wake = change(
  webhookQueues,
  'delivery.wake_queues_of_feed',
  `update webhook_queues set due_at = $due_at
   where feed_id = $feed_id and position < $position and (due_at is null or due_at > $due_at)`,
)

const clear = change(
  feeds,
  'delivery.clear_waiting_feed',
  `update feeds set waiting_since = null where owner_id in (
     select owner_id from feeds where owner_id = $owner_id and head = $head ${skipLocked})`,
)

/** Makes those of its queues due that have not gone so far. They must be locked. Gives how many. */
export const wakeQueuesOfFeed = (tx: Tx, { feedId, position }: WaitingFeed, now: number): Promise<number> =>
  tx.run(wake, { feed_id: feedId, position, due_at: now })

/** Takes the mark off. The last statement of a transaction: a writer of the feed waits from here to the commit. */
export const clearWaitingFeed = (tx: Tx, { feedId, position }: WaitingFeed): void =>
  tx.enqueue(clear, { owner_id: feedId, head: position })
