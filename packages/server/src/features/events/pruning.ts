// Removes events after ninety days; the newest of a feed stays, so that a reader can resume. A feed says when to look at
// it next, so a run costs nothing for feeds in which nothing is old.
import type { FeedId } from '../../kernel/ids.ts'
import { DAY_MS } from '../../kernel/instants.ts'
import { change } from '../../store/statements/changes.ts'
import { skipLocked } from '../../store/dialect.ts'
import { feeds } from '../../store/schema/events.ts'
import { sql } from '../../store/statements/statement.ts'
import type { Store, Tx } from '../../store/store.ts'

const KEPT_MS = 90 * DAY_MS
const FEEDS_AT_ONCE = 50
/** Of all of these feeds together. */
const EVENTS_AT_ONCE = 500
/** The clocks of nodes differ by less. */
const CLOCKS_DIFFER_MS = DAY_MS

interface DueFeed {
  readonly owner_id: FeedId
  readonly head: number
}

// One that is being written to is left for the next time: nobody waits for a writer.
const listDue = sql<DueFeed, [now: number, limit: number]>(
  'events.list_feeds_to_look_at',
  `select owner_id, head from feeds where look_at <= $1 order by look_at, owner_id limit $2 ${skipLocked}`,
)

const removeOld = sql<never, [feedId: FeedId, head: number, before: number, limit: number]>(
  'events.remove_old',
  `delete from events where feed_id = $1 and seq in (
     select seq from (
       select seq, created_at from events where feed_id = $1 and seq < $2 order by seq limit $4) as page
     where created_at < $3)`,
)

// Only as long as the feed is as it was found: one that has moved on is looked at again.
const lookLater = change(
  feeds,
  'events.look_at_feed_later',
  `update feeds set look_at = ${KEPT_MS} + 1 + coalesce((
     select case when e.seq = feeds.head and e.created_at < $before then cast($now as bigint) else e.created_at end
     from events e where e.feed_id = feeds.owner_id order by e.seq limit 1), cast($now as bigint))
   where owner_id = $owner_id and head = $head`,
)

/** False where nothing is left to look at. */
const pruneSome = async (tx: Tx, now: number): Promise<boolean> => {
  const due = await tx.all(listDue, now, FEEDS_AT_ONCE)
  const before = now - KEPT_MS
  const limit = Math.floor(EVENTS_AT_ONCE / Math.max(1, due.length))
  const inOrder = due.toSorted((a, b) => (a.owner_id < b.owner_id ? -1 : 1))
  const removed = await Promise.all(
    inOrder.map(({ owner_id, head }) => tx.run(removeOld, owner_id, head, before, limit)),
  )
  for (const { owner_id, head } of inOrder) tx.enqueue(lookLater, { owner_id, head, before, now })
  return due.length === FEEDS_AT_ONCE || removed.includes(limit)
}

export const pruneFeeds = async (store: Store, now: number): Promise<void> => {
  while (await store.write((tx) => pruneSome(tx, now))) {
    // Each batch is a transaction of its own.
  }
}

const lookSoon = change(
  feeds,
  'events.look_at_feed_soon',
  'update feeds set look_at = 0 where owner_id = $owner_id',
)

/** For a feed that gets an event after a long time: what was its newest event until now may be old. */
export const noteWoken = (tx: Tx, feedId: FeedId, beforeAt: number, now: number): void => {
  if (beforeAt > 0 && beforeAt < now - KEPT_MS + CLOCKS_DIFFER_MS) tx.enqueue(lookSoon, { owner_id: feedId })
}
