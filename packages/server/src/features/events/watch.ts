// Watches a feed: says that something came, and nothing of what it is. No word of an event is even read.
import { HOUR_MS } from '../../kernel/instants.ts'
import type { FeedId, UncheckedId } from '../../kernel/ids.ts'
import type { Reader } from '../../store/store.ts'
import type { Live, StreamItem } from '../route.ts'
import {
  findFeedPosition,
  findSeqBefore,
  listNewestMarks,
  MARKS_AT_MOST,
  type FeedMark,
} from './feed.store.ts'

export interface Watch {
  readonly feedId: FeedId
  /** Only what is about this challenge; null for all that comes. */
  readonly subjectId: UncheckedId<'challenge'> | null
  /** The number of the last event that is known already. */
  readonly from: number
}

/** One item for whatever came since the last, however much it was. */
export async function* watchFeed(
  reader: Reader,
  live: Live,
  { feedId, subjectId, from }: Watch,
): AsyncGenerator<readonly StreamItem[]> {
  const concerns = ({ subject_id }: FeedMark): boolean => subjectId === null || subject_id === subjectId
  for await (const marks of watchMarks(reader, live, feedId, from)) {
    // Behind so many others there may be one that was not read: then it is said that something came.
    const mark = marks.find(concerns) ?? (isMore(marks) ? marks[0] : undefined)
    if (mark) {
      if (!(await live.mayShow())) return
      yield [{ id: mark.id, body: '{}' }]
    }
  }
}

/** Whether there may be more than these. */
export const isMore = (marks: readonly FeedMark[]): boolean => marks.length >= MARKS_AT_MOST

/** What came since the last look, the newest first: never nothing, and of very much the newest alone. */
export async function* watchMarks(
  reader: Reader,
  live: Live,
  feedId: FeedId,
  from: number,
): AsyncGenerator<readonly FeedMark[]> {
  let last = from
  for await (const _ of live.polls(feedId)) {
    const marks = await listNewestMarks(reader, feedId, last)
    if (marks.length > 0) yield marks
    last = marks[0]?.seq ?? last
  }
}

/** What the listener knows already: events up to a number, those before an instant, or all there are now. */
export interface Known {
  readonly after: number | undefined
  readonly since: number | undefined
}

/** How much later than its instant an event can be seen: its commit, and clocks of nodes that differ. */
const LATE_MS = 10_000
/** What was known so long ago is out of date without a look. */
const OLD_MS = HOUR_MS

export const whereToWatch = async (
  reader: Reader,
  feedId: FeedId,
  { after, since }: Known,
  now: number,
): Promise<number> => {
  if (since !== undefined) {
    return since < now - OLD_MS ? 0 : findSeqBefore(reader, feedId, since - LATE_MS)
  }
  const position = await findFeedPosition(reader, feedId)
  // A number beyond the feed is of another database: start over.
  return after === undefined ? position : after > position ? 0 : after
}
