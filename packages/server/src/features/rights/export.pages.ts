// Long lists as JSON, a page of rows at a time.

const AT_ONCE = 100

/** Items of a list, each as JSON. */
export type Pages = AsyncGenerator<readonly string[]>

/** Reads on after the key of the last row, until a page is not full. */
export async function* paged<Row>(
  read: (after: string, limit: number) => Promise<readonly Row[]>,
  keyOf: (row: Row) => string,
  view: (row: Row) => unknown,
): Pages {
  for (let after = ''; ;) {
    const rows = await read(after, AT_ONCE)
    const texts: string[] = []
    for (const row of rows) texts.push(JSON.stringify(await view(row)))
    yield texts
    const last = rows.at(-1)
    if (rows.length < AT_ONCE || last === undefined) return
    after = keyOf(last)
  }
}

export const isPages = (value: unknown): value is Pages =>
  typeof value === 'object' && value !== null && Symbol.asyncIterator in value

/** The list as JSON, in pieces. */
export async function* listOf(pages: Pages): AsyncGenerator<string> {
  let mark = '['
  for await (const page of pages) {
    if (page.length === 0) continue
    yield mark + page.join(',')
    mark = ','
  }
  yield mark === '[' ? '[]' : ']'
}
