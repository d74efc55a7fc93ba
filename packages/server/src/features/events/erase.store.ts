// What feeds hold of a person who is erased: events about their challenges and memberships in the feeds of
// others, events with their words, and their own feed. Rows are locked as they are read, so that two who are
// erased at once do not undo each other.
import type { FeedId, PersonId, SubjectId } from '../../kernel/ids.ts'
import { change } from '../../store/statements/changes.ts'
import { forUpdate } from '../../store/dialect.ts'
import { deliveries, events } from '../../store/schema/events.ts'
import { sql } from '../../store/statements/statement.ts'
import type { Tx } from '../../store/store.ts'
import { type RowIn, columnsOf } from '../../store/statements/table.ts'

type FeedEventRow = Pick<RowIn<typeof events>, 'feed_id' | 'seq' | 'body'>

const listAbout = sql<
  FeedEventRow,
  [subjectId: SubjectId, except: FeedId, feedId: FeedId | '', seq: number, limit: number]
>(
  'events.list_about',
  `select feed_id, seq, body from events
   where subject_id = $1 and feed_id <> $2 and (feed_id, seq) > ($3, $4)
   order by feed_id, seq limit $5 ${forUpdate}`,
)

const rewrite = change(
  events,
  'events.rewrite',
  'update events set body = $body where feed_id = $feed_id and seq = $seq',
)

/** Where to go on among the events about a subject. */
export type FeedEventKey = readonly [feedId: FeedId | '', seq: number]

/** Changes at most so many events about a subject, one feed left aside; undefined once there are no more. */
export const rewriteAbout = async (
  tx: Tx,
  subjectId: SubjectId,
  exceptFeed: FeedId,
  redact: (body: string) => string,
  after: FeedEventKey,
  limit: number,
): Promise<FeedEventKey | undefined> => {
  const rows = await tx.all(listAbout, subjectId, exceptFeed, ...after, limit)
  await rewriteAll(tx, rewrite, rows, redact)
  const last = rows.at(-1)
  return rows.length === limit && last ? [last.feed_id, last.seq] : undefined
}

const listByAuthor = sql<FeedEventRow, [authorId: PersonId, limit: number]>(
  'events.list_by_author',
  `select feed_id, seq, body from events where author_id = $1 order by feed_id, seq limit $2 ${forUpdate}`,
)

const disown = change(
  events,
  'events.disown',
  'update events set body = $body, author_id = null where feed_id = $feed_id and seq = $seq',
)

/** Changes at most so many events with words of an author, whose they then no longer are; tells how many. */
export const rewriteAuthored = async (
  tx: Tx,
  authorId: PersonId,
  redact: (body: string) => string,
  limit: number,
): Promise<number> => {
  const rows = await tx.all(listByAuthor, authorId, limit)
  await rewriteAll(tx, disown, rows, redact)
  return rows.length
}

// What a receiver answered may repeat what it was sent.
const forgetAnswers = change(
  deliveries,
  'events.forget_excerpts',
  `update deliveries set response_excerpt = null
   where webhook_id in (select id from webhooks where feed_id = $feed_id) and seq = $seq`,
  columnsOf(events, 'feed_id'),
)

const rewriteAll = async (
  tx: Tx,
  statement: typeof rewrite,
  rows: readonly FeedEventRow[],
  redact: (body: string) => string,
): Promise<void> => {
  await Promise.all(
    rows.flatMap(({ feed_id, seq, body }) => [
      tx.run(statement, { feed_id, seq, body: redact(body) }),
      tx.run(forgetAnswers, { feed_id, seq }),
    ]),
  )
}

const deleteOldest = sql<never, [feedId: FeedId, limit: number]>(
  'events.delete_oldest',
  `delete from events where feed_id = $1 and seq in (
     select seq from events where feed_id = $1 order by seq limit $2)`,
)

const deleteFeed = sql<never, [feedId: FeedId]>('events.delete_feed', 'delete from feeds where owner_id = $1')

/** Removes at most so many events of a feed; tells how many. */
export const removeFeedEvents = (tx: Tx, feedId: FeedId, limit: number): Promise<number> =>
  tx.run(deleteOldest, feedId, limit)

/** Once it has no events. */
export const removeFeed = async (tx: Tx, feedId: FeedId): Promise<void> => {
  await tx.run(deleteFeed, feedId)
}
