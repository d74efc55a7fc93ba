// Long lists as JSON, in pieces: neither a list nor a long item of it is ever whole in memory.

const AT_ONCE = 100

/** A piece is given as soon as it has so many characters. */
const PIECE_CHARACTERS = 32 * 1024

/** Items of a list, each as JSON: whole, or in pieces where it is long itself. */
export type Items = AsyncGenerator<string | AsyncIterable<string>>

/** Reads on after the key of the last row, until a page is not full. */
export async function* paged<Row>(
  read: (after: string, limit: number) => Promise<readonly Row[]>,
  keyOf: (row: Row) => string,
  write: (row: Row) => string | AsyncIterable<string> | Promise<AsyncIterable<string>>,
): Items {
  for (let after = ''; ;) {
    const rows = await read(after, AT_ONCE)
    for (const row of rows) yield await write(row)
    const last = rows.at(-1)
    if (rows.length < AT_ONCE || last === undefined) return
    after = keyOf(last)
  }
}

/** The same of rows that are short. */
export const pagedShort = <Row>(
  read: (after: string, limit: number) => Promise<readonly Row[]>,
  keyOf: (row: Row) => string,
  view: (row: Row) => unknown,
): Items => paged(read, keyOf, (row) => JSON.stringify(view(row)))

/** Of rows that are there. */
export async function* eachAsJson<Row>(rows: readonly Row[], view: (row: Row) => unknown): Items {
  for (const row of rows) yield JSON.stringify(view(row))
}

export const isItems = (value: unknown): value is Items =>
  typeof value === 'object' && value !== null && Symbol.asyncIterator in value

/** The list as JSON, in pieces. */
export async function* listOf(items: Items): AsyncGenerator<string> {
  let mark = '['
  for await (const item of items) {
    yield mark
    if (typeof item === 'string') yield item
    else yield* item
    mark = ','
  }
  yield mark === '[' ? '[]' : ']'
}

/** The same text, in pieces of about one size. */
export async function* inEqualPieces(texts: AsyncIterable<string>): AsyncGenerator<string> {
  let piece = ''
  for await (const text of texts) {
    piece += text
    if (piece.length < PIECE_CHARACTERS) continue
    yield piece
    piece = ''
  }
  yield piece
}
