// Reads a feed as it grows: each event once, in order, from where the reader left off.
import type { FeedId, UncheckedId } from '../../kernel/ids.ts'
import { refuse } from '../../kernel/refusal.ts'
import type { Reader } from '../../store/store.ts'
import type { Live, StreamItem } from '../route.ts'
import { findEventSeq, findFeedPosition, listFeedEvents, type FeedRow } from './feed.store.ts'

const AT_ONCE = 100

export interface Follow {
  readonly feedId: FeedId
  /** The number of the last event already seen. */
  readonly from: number
  readonly types: readonly string[] | undefined
}

export async function* followFeed(
  reader: Reader,
  live: Live,
  { feedId, from, types }: Follow,
): AsyncGenerator<readonly StreamItem[]> {
  const read = (above: number): Promise<readonly FeedRow[]> =>
    listFeedEvents(reader, {
      feedId,
      above,
      below: Number.MAX_SAFE_INTEGER,
      order: 'asc',
      limit: AT_ONCE,
      types,
    })
  let last = from
  for await (const _ of live.polls(feedId)) {
    for (let isMore = true; isMore;) {
      const rows = await read(last)
      if (rows.length > 0) {
        if (!(await live.mayShow())) return
        yield rows
      }
      last = rows.at(-1)?.seq ?? last
      isMore = rows.length === AT_ONCE
    }
  }
}

/** The number of the event to go on after: the one named, or else the newest there is. */
export const whereToFollow = async (
  reader: Reader,
  feedId: FeedId,
  after: string | undefined,
): Promise<number> =>
  after === undefined ? findFeedPosition(reader, feedId) : getEventSeq(reader, feedId, after)

export const getEventSeq = async (
  reader: Reader,
  feedId: FeedId,
  id: UncheckedId<'event'>,
): Promise<number> => {
  const seq = await findEventSeq(reader, feedId, id)
  if (seq !== undefined) return seq
  const message = 'is not, or no longer, in this feed'
  throw refuse('invalid_request', 'event_unknown', `The event ${message}. Entries are kept for 90 days.`, {
    fields: [{ field: 'after', message }],
  })
}
