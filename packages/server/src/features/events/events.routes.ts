// GET /v1/events: the feed of the owner, as it was written; held until something comes, or as a stream.
import { endpoints } from '@challenge-service/contract'
import type { FeedId } from '../../kernel/ids.ts'
import { rowsToFetch, type Page, type PageRequest } from '../../kernel/page.ts'
import { invalidFields } from '../../kernel/refusal.ts'
import type { Reader } from '../../store/store.ts'
import { list, RawJson, type Route } from '../route.ts'
import { feedOf } from './append.ts'
import { listFeedEvents, type FeedRange, type FeedRow } from './feed.store.ts'
import { followFeed, getEventSeq, whereToFollow } from './follow.ts'

interface FeedQuery {
  readonly after?: string
  readonly types?: readonly string[]
  readonly wait?: number
}

export const eventRoutes = (): readonly Route[] => [
  list(
    endpoints.listEvents,
    async (reader, { actor, input, page, live }) => {
      checkTogether(input, page)
      const range = await rangeOf(reader, feedOf(actor), input, page)
      let rows = await listFeedEvents(reader, range)
      if (input.wait !== undefined && rows.length === 0) {
        const waiting = await live(input.wait * 1000)
        for await (const _ of waiting.polls(range.feedId)) {
          rows = await listFeedEvents(reader, range)
          if (rows.length > 0) break
        }
        await waiting.mayShow()
      }
      return pageOfBodies(rows, page.limit, range.oldest)
    },
    async (reader, { actor, input, live, lastEventId }) => {
      const feedId = feedOf(actor)
      const from = await whereToFollow(reader, feedId, lastEventId ?? input.after)
      return followFeed(reader, await live(Number.POSITIVE_INFINITY), { feedId, from, types: input.types })
    },
  ),
]

const checkTogether = ({ after, wait }: FeedQuery, page: PageRequest): void => {
  const problems = [
    ...(after !== undefined && page.after
      ? [{ field: 'after', message: 'cannot be given together with cursor' }]
      : []),
    ...(wait !== undefined && page.order === 'desc'
      ? [{ field: 'wait', message: 'cannot be given together with order=desc' }]
      : []),
  ]
  if (problems.length > 0) throw invalidFields(problems)
}

/** In either order, `after` bounds the list from below: what is newer. */
const rangeOf = async (
  reader: Reader,
  feedId: FeedId,
  { after, types }: FeedQuery,
  page: PageRequest,
): Promise<FeedRange & { readonly oldest: number }> => {
  const [last, bound] = page.after ?? []
  const oldest = Number(bound ?? (after === undefined ? 0 : await getEventSeq(reader, feedId, after)))
  const from = last === undefined ? undefined : Number(last)
  const { order } = page
  return {
    feedId,
    oldest,
    above: order === 'asc' ? (from ?? oldest) : oldest,
    below: order === 'desc' ? (from ?? Number.MAX_SAFE_INTEGER) : Number.MAX_SAFE_INTEGER,
    order,
    limit: rowsToFetch(page),
    types,
  }
}

const pageOfBodies = (rows: readonly FeedRow[], limit: number, oldest: number): Page<RawJson> => {
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  return {
    data: new RawJson(`[${shown.map(({ body }) => body).join(',')}]`),
    next: rows.length > limit && last ? [last.seq, oldest] : undefined,
  }
}
