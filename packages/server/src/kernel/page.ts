// A page of a list, as a slice sees it: where to go on, how many, in which order. Cursors are made elsewhere.
import type { Order } from '@challenge-service/contract'
import type { PageKey } from './cursor.ts'

export interface PageRequest {
  readonly order: Order
  readonly limit: number
  /** The sort key of the last item already given; undefined on the first page. */
  readonly after: PageKey | undefined
}

export interface Page<Data> {
  readonly data: Data
  /** Undefined on the last page. */
  readonly next: PageKey | undefined
}

/** A list fetches one row more than it shows; that row only tells whether there is a next page. */
export const rowsToFetch = ({ limit }: PageRequest): number => limit + 1

export const pageOf = <Row, Item>(
  rows: readonly Row[],
  { limit }: PageRequest,
  keyOf: (row: Row) => PageKey,
  view: (row: Row) => Item,
): Page<Item[]> => {
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  return { data: shown.map(view), next: rows.length > limit && last ? keyOf(last) : undefined }
}
