// GET /v1/events: the feed of the owner, as it was written.
import { endpoints } from '@challenge-service/contract'
import { rowsToFetch, type Page } from '../../kernel/page.ts'
import { invalidFields, refuse } from '../../kernel/refusal.ts'
import type { Reader } from '../../store/store.ts'
import { list, RawJson, type Route } from '../route.ts'
import { feedOf } from './append.ts'
import { findEntrySeq, listEntries, type FeedRow } from './feed.store.ts'

export const eventRoutes = (): readonly Route[] => [
  list(endpoints.listEvents, async (reader, { actor, input, page }) => {
    if (page.after && input.after !== undefined) {
      throw invalidFields([{ field: 'after', message: 'cannot be given together with cursor' }])
    }
    const feedId = feedOf(actor)
    const [last, bound] = page.after ?? []
    // In either order, `after` bounds the list from below: what is newer.
    const oldest = Number(bound ?? (await seqOf(reader, feedId, input.after)))
    const from = last === undefined ? undefined : Number(last)
    const rows = await listEntries(reader, {
      feedId,
      above: page.order === 'asc' ? (from ?? oldest) : oldest,
      below: page.order === 'desc' ? (from ?? Number.MAX_SAFE_INTEGER) : Number.MAX_SAFE_INTEGER,
      order: page.order,
      limit: rowsToFetch(page),
      types: input.types,
    })
    return pageOfBodies(rows, page.limit, oldest)
  }),
]

const seqOf = async (reader: Reader, feedId: string, after: string | undefined): Promise<number> => {
  if (after === undefined) return 0
  const seq = await findEntrySeq(reader, feedId, after)
  if (seq !== undefined) return seq
  const message = 'is not, or no longer, in this feed'
  throw refuse('invalid_request', 'event_unknown', `after ${message}. Entries are kept for 90 days.`, {
    fields: [{ field: 'after', message }],
  })
}

const pageOfBodies = (rows: readonly FeedRow[], limit: number, oldest: number): Page<RawJson> => {
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  return {
    data: new RawJson(`[${shown.map(({ body }) => body).join(',')}]`),
    next: rows.length > limit && last ? [last.seq, oldest] : undefined,
  }
}
