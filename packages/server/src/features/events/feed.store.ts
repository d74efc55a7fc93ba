// Feeds on disk. The counter of a feed is taken in the transaction of its event, under a row lock that is held
// to the commit: so a feed is dense, in commit order, and a reader that resumes after a number misses nothing.
import type { EventKind } from '@challenge-service/contract'
import { firstIdAt } from '../../kernel/ids.ts'
import { DAY_MS } from '../../kernel/instants.ts'
import { Fault } from '../../kernel/refusal.ts'
import { flattenParams, sql, sqlRows, type Param } from '../../store/statement.ts'
import type { Reader, Tx } from '../../store/store.ts'
import { runReturning, sqlReturningRows } from '../../store/returning.ts'

export interface FeedHead {
  /** The number of the newest entry. */
  readonly head: number
  /** No later entry may be dated before this: the instant of the newest one before the new. */
  readonly before_at: number
  /** The active subscriptions of the feed; see subscribers.rules.ts. */
  readonly subscribers: string
}

const advance = sqlReturningRows<FeedHead & { readonly owner_id: string }>(
  'events.advance_heads',
  3,
  `insert into feeds (owner_id, head, last_at) values {rows}
   on conflict (owner_id) do update set head = feeds.head + excluded.head, before_at = feeds.last_at,
     last_at = case when feeds.last_at > excluded.last_at then feeds.last_at else excluded.last_at end`,
  {
    returning: 'owner_id, head, before_at, subscribers',
    fallback: 'select owner_id, head, before_at, subscribers from feeds where owner_id = $1',
  },
)

export interface Advance {
  readonly feedId: string
  /** How many entries are to come. */
  readonly count: number
  /** The latest instant among theirs; 0 where none is to come. */
  readonly lastAt: number
}

/**
 * Makes room for so many new entries in each feed, up to the head that it gives; locks the feeds until the commit,
 * one by one in the order given.
 */
export const advanceHeads = async (
  tx: Tx,
  feeds: readonly Advance[],
): Promise<(feedId: string) => FeedHead> => {
  const params = flattenParams(feeds.map(({ feedId, count, lastAt }) => [feedId, count, lastAt]))
  const ids = feeds.map(({ feedId }) => feedId)
  const rows = feeds.length === 0 ? [] : await runReturning(tx, advance(feeds.length), params, ids)
  return (feedId) => {
    const head = rows.find((row) => row.owner_id === feedId)
    if (!head) throw new Fault('a feed has no head')
    return head
  }
}

/** The head of a feed, which stays as it is until the commit. */
export const lockHead = async (tx: Tx, feedId: string): Promise<number> =>
  (await advanceHeads(tx, [{ feedId, count: 0, lastAt: 0 }]))(feedId).head

const subscribe = sql<never, [feedId: string, subscribers: string]>(
  'events.set_subscribers',
  'update feeds set subscribers = $2 where owner_id = $1',
)

/** Who is told of the entries from now on. The feed must be locked. */
export const setSubscribers = async (tx: Tx, feedId: string, subscribers: string): Promise<void> => {
  if ((await tx.run(subscribe, feedId, subscribers)) !== 1) throw new Fault('there is no such feed')
}

export interface FeedRow {
  readonly seq: number
  readonly id: string
  readonly body: string
}

const insert = sqlRows(
  'events.insert',
  8,
  `insert into events (feed_id, seq, id, type, body, created_at, subject_id, author_id) values {rows}`,
)

export interface NewEntry {
  readonly feedId: string
  readonly seq: number
  readonly id: string
  readonly type: EventKind
  readonly body: string
  readonly createdAt: number
  readonly subjectId: string | null
  readonly authorId: string | null
}

export const insertEntries = (tx: Tx, entries: readonly NewEntry[]): void => {
  if (entries.length > 0) tx.enqueue(insert(entries.length), ...flattenParams(entries.map(toValues)))
}

const toValues = (entry: NewEntry): Param[] => {
  const { feedId, seq, id, type, body, createdAt, subjectId, authorId } = entry
  return [feedId, seq, id, type, body, createdAt, subjectId, authorId]
}

const findSeq = sql<{ seq: number }, [id: string, feedId: string]>(
  'events.find_seq',
  'select seq from events where id = $1 and feed_id = $2',
)

/** The number of an entry; undefined where it is not, or no longer, in this feed. */
export const findEntrySeq = async (reader: Reader, feedId: string, id: string): Promise<number | undefined> =>
  (await reader.first(findSeq, id, feedId))?.seq

const head = sql<{ head: number }, [feedId: string]>(
  'events.find_head',
  'select head from feeds where owner_id = $1',
)

/** The number of the newest entry; 0 where there is none yet. */
export const findHead = async (reader: Reader, feedId: string): Promise<number> =>
  (await reader.first(head, feedId))?.head ?? 0

const prune = sql<never, [beforeId: string, limit: number]>(
  'events.prune',
  `delete from events where id in (
     select e.id from events e join feeds f on f.owner_id = e.feed_id
     where e.id < $1 and e.seq < f.head order by e.id limit $2)`,
)

const KEPT_MS = 90 * DAY_MS

/** Removes at most so many entries that are too old; the newest of a feed stays, so that a reader can resume. */
export const pruneEntries = (tx: Tx, now: number, limit: number): Promise<number> =>
  tx.run(prune, firstIdAt('event', now - KEPT_MS), limit)

type RangeParams = [feedId: string, above: number, below: number, limit: number]

const range = (order: 'asc' | 'desc') =>
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

const ranges = { asc: range('asc'), desc: range('desc') }
const rangesOfType = { asc: rangeOfType('asc'), desc: rangeOfType('desc') }

export interface FeedRange {
  readonly feedId: string
  readonly above: number
  readonly below: number
  readonly order: 'asc' | 'desc'
  readonly limit: number
  readonly types: readonly string[] | undefined
}

/**
 * One walk along the index for each type that is asked for, merged: flat however rare a type is. The walks are not of
 * one moment, so each ends at the newest entry of before: else one would miss what another is followed by.
 */
export const listEntries = async (reader: Reader, asked: FeedRange): Promise<readonly FeedRow[]> => {
  const { feedId, above, order, limit, types } = asked
  if (!types) return reader.all(ranges[order], feedId, above, asked.below, limit)
  const below = types.length === 1 ? asked.below : Math.min(asked.below, (await findHead(reader, feedId)) + 1)
  const pages = await Promise.all(
    types.map((type) => reader.all(rangesOfType[order], feedId, above, below, limit, type)),
  )
  return pages
    .flat()
    .toSorted((a, b) => (order === 'asc' ? a.seq - b.seq : b.seq - a.seq))
    .slice(0, limit)
}
