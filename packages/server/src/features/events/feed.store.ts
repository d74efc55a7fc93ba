// Feeds on disk. The counter of a feed is taken in the transaction of its event, under a row lock that is held
// to the commit: so a feed is dense, in commit order, and a reader that resumes after a number misses nothing.
import type { EventKind } from '@challenge-service/contract'
import type { EventId, FeedId, PersonId, SubjectId, UncheckedId } from '../../kernel/ids.ts'
import { Fault } from '../../kernel/refusal.ts'
import { skipLocked } from '../../store/dialect.ts'
import { change, insertRows } from '../../store/statements/changes.ts'
import { events, feeds } from '../../store/schema/events.ts'
import { forPageOf, sql } from '../../store/statements/statement.ts'
import type { RowIn } from '../../store/statements/table.ts'
import type { Reader, Tx } from '../../store/store.ts'
import { runReturning, sqlReturningRows } from '../../store/statements/returning.ts'

interface AdvancedRow {
  readonly owner_id: FeedId
  readonly head: number
  readonly before_at: number
}

const advance = sqlReturningRows<AdvancedRow, Pick<RowIn<typeof feeds>, 'owner_id' | 'head' | 'last_at'>>(
  'events.advance_feeds',
  '($owner_id, $head, $last_at)',
  `insert into feeds (owner_id, head, last_at) values {rows}
   on conflict (owner_id) do update set head = feeds.head + excluded.head, before_at = feeds.last_at,
     last_at = case when feeds.last_at > excluded.last_at then feeds.last_at else excluded.last_at end,
     waiting_since = case when feeds.subscribed = 1 and feeds.waiting_since is null and excluded.head > 0
                          then excluded.last_at else feeds.waiting_since end`,
  {
    returning: 'owner_id, head, before_at',
    fallback: 'select owner_id, head, before_at from feeds where owner_id = $owner_id',
  },
)

export interface Advance {
  readonly feedId: FeedId
  /** How many events are to come. */
  readonly count: number
  /** The latest instant among theirs; 0 where none is to come. */
  readonly lastAt: number
}

export interface AdvancedFeed {
  /** The position of the feed: the number of its newest event. */
  readonly position: number
  /** The instant of the newest event before those to come. None of them may be dated before it. */
  readonly beforeAt: number
}

/**
 * Moves each feed's position on by so many events, which the caller then inserts. Locks the feeds until the commit,
 * one by one in the order given. The same update marks a feed that has subscriptions, so that the engine of webhooks
 * finds it: one mark, however many subscriptions and events there are.
 */
export const advanceFeeds = async (
  tx: Tx,
  moves: readonly Advance[],
): Promise<(feedId: FeedId) => AdvancedFeed> => {
  const given = moves.map(({ feedId, count, lastAt }) => ({ owner_id: feedId, head: count, last_at: lastAt }))
  const rows = given.length === 0 ? [] : await runReturning(tx, advance(given.length), given)
  return (feedId) => {
    const row = rows.find(({ owner_id }) => owner_id === feedId)
    if (!row) throw new Fault('a feed has no position')
    return { position: row.head, beforeAt: row.before_at }
  }
}

/** The position of a feed, which stays as it is until the commit. */
export const lockFeed = async (tx: Tx, feedId: FeedId): Promise<number> =>
  (await advanceFeeds(tx, [{ feedId, count: 0, lastAt: 0 }]))(feedId).position

const tryLock = sql<{ owner_id: FeedId }, [feedId: FeedId]>(
  'events.try_lock_feed',
  `select owner_id from feeds where owner_id = $1 ${skipLocked}`,
)

/** Waits for nobody, and makes no feed: of someone who was erased there is none any more. */
export const tryLockFeed = async (tx: Tx, feedId: FeedId): Promise<'locked' | 'busy' | 'absent'> => {
  if (await tx.first(tryLock, feedId)) return 'locked'
  return (await tx.first(findPosition, feedId)) ? 'busy' : 'absent'
}

const subscribe = change(
  feeds,
  'events.note_subscribed',
  `update feeds set subscribed = case
     when exists (select 1 from webhook_queues q where q.feed_id = $owner_id and q.run > 0) then 1 else 0 end
   where owner_id = $owner_id`,
)

/** Notes whether the feed has active subscriptions. The feed must be locked. */
export const noteSubscribed = async (tx: Tx, feedId: FeedId): Promise<void> => {
  if ((await tx.run(subscribe, { owner_id: feedId })) !== 1) throw new Fault('there is no such feed')
}

export interface FeedRow {
  readonly seq: number
  readonly id: EventId
  readonly body: string
}

const insert = insertRows(events, 'events.insert', [
  'feed_id',
  'seq',
  'id',
  'type',
  'body',
  'created_at',
  'subject_id',
  'author_id',
])

export interface NewFeedEvent {
  readonly feedId: FeedId
  readonly seq: number
  readonly id: EventId
  readonly type: EventKind
  readonly body: string
  readonly createdAt: number
  readonly subjectId: SubjectId | null
  readonly authorId: PersonId | null
}

export const insertFeedEvents = (tx: Tx, added: readonly NewFeedEvent[]): void => {
  if (added.length > 0) tx.enqueue(insert(added.length), added.map(toRow))
}

const toRow = ({ feedId, seq, id, type, body, createdAt, subjectId, authorId }: NewFeedEvent) => ({
  feed_id: feedId,
  seq,
  id,
  type,
  body,
  created_at: createdAt,
  subject_id: subjectId,
  author_id: authorId,
})

const findSeq = sql<{ seq: number }, [id: UncheckedId<'event'>, feedId: FeedId]>(
  'events.find_seq',
  'select seq from events where id = $1 and feed_id = $2',
)

/** The number of an event; undefined where it is not, or no longer, in this feed. */
export const findEventSeq = async (
  reader: Reader,
  feedId: FeedId,
  id: UncheckedId<'event'>,
): Promise<number | undefined> => (await reader.first(findSeq, id, feedId))?.seq

const findPosition = sql<{ head: number }, [feedId: FeedId]>(
  'events.find_position',
  'select head from feeds where owner_id = $1',
)

/** The number of the newest event; 0 where there is none yet. */
export const findFeedPosition = async (reader: Reader, feedId: FeedId): Promise<number> =>
  (await reader.first(findPosition, feedId))?.head ?? 0

const findNewest = sql<{ id: EventId }, [feedId: FeedId]>(
  'events.find_newest',
  'select id from events where feed_id = $1 order by seq desc limit 1',
)

/** The newest event, which is never pruned: another one whenever anything has come, after a restored backup too. */
export const findNewestEventId = async (reader: Reader, feedId: FeedId): Promise<EventId | undefined> =>
  (await reader.first(findNewest, feedId))?.id

type RangeParams = [feedId: FeedId, above: number, below: number, limit: number]

const makeRange = (order: 'asc' | 'desc') =>
  sql<FeedRow, RangeParams>(
    `events.range_${order}`,
    `select seq, id, body from events where feed_id = $1 and seq > $2 and seq < $3 order by seq ${order} limit $4`,
  )

const rangeOfType = (order: 'asc' | 'desc') =>
  sql<FeedRow, [...RangeParams, type: string]>(
    `events.range_of_type_${order}`,
    `select seq, id, body from events where feed_id = $1 and type = $5 and seq > $2 and seq < $3
     order by seq ${order} limit $4`,
  )

const ranges = { asc: makeRange('asc'), desc: makeRange('desc') }
const rangesOfType = { asc: rangeOfType('asc'), desc: rangeOfType('desc') }

export interface FeedRange {
  readonly feedId: FeedId
  readonly above: number
  readonly below: number
  readonly order: 'asc' | 'desc'
  readonly limit: number
  readonly types: readonly string[] | undefined
}

/**
 * Each type that is asked for is read from the index by itself, and the pages are merged: the cost is the same however
 * rare a type is. The reads are not of one moment, so none goes beyond the position read first. Otherwise a later read
 * could find an event that is newer than one that an earlier read has missed, and the reader would skip that one.
 */
export const listFeedEvents = async (reader: Reader, range: FeedRange): Promise<readonly FeedRow[]> => {
  const { feedId, above, order, limit, types } = range
  if (!types) return reader.all(forPageOf(limit, ranges[order]), feedId, above, range.below, limit)
  const below =
    types.length === 1 ? range.below : Math.min(range.below, (await findFeedPosition(reader, feedId)) + 1)
  const pages = await Promise.all(
    types.map((type) => reader.all(forPageOf(limit, rangesOfType[order]), feedId, above, below, limit, type)),
  )
  return pages
    .flat()
    .toSorted((a, b) => (order === 'asc' ? a.seq - b.seq : b.seq - a.seq))
    .slice(0, limit)
}

/** An event without what it says. */
export interface FeedMark {
  readonly seq: number
  readonly id: EventId
  readonly subject_id: SubjectId | null
}

/** Where so many come back there may be more. */
export const MARKS_AT_MOST = 100

const newest = sql<FeedMark, [feedId: FeedId, above: number]>(
  'events.newest',
  `select seq, id, subject_id from events where feed_id = $1 and seq > $2 order by seq desc limit ${MARKS_AT_MOST}`,
)

/** Of what came after a number, the newest hundred, the newest first. */
export const listNewestMarks = (
  reader: Reader,
  feedId: FeedId,
  above: number,
): Promise<readonly FeedMark[]> => reader.all(newest, feedId, above)

const findBefore = sql<{ seq: number }, [feedId: FeedId, at: number]>(
  'events.find_before',
  `select seq from (
     select seq, created_at from events where feed_id = $1 order by seq desc limit ${MARKS_AT_MOST}) as newest
   where created_at < $2 order by seq desc limit 1`,
)

/** The number of the newest event that was made before an instant; 0 where it is none of the newest hundred. */
export const findSeqBefore = async (reader: Reader, feedId: FeedId, at: number): Promise<number> =>
  (await reader.first(findBefore, feedId, at))?.seq ?? 0
