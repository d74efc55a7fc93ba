// A list in words, no longer than a model can read: what is left out, and how to read on.
import { lines } from './addressee.ts'

/** A hundred entries as people write them fit in. */
const MOST_WRITTEN = 60_000

interface Begun {
  readonly written: readonly string[]
  /** How many are left out. */
  readonly left: number
}

/** As many as fit, the first in any case. What is left out is not even written. */
const begin = <Item>(items: readonly Item[], write: (item: Item) => string): Begun => {
  const written: string[] = []
  let length = 0
  for (const item of items) {
    const text = write(item)
    length += text.length + 1
    if (length > MOST_WRITTEN && written.length > 0) break
    written.push(text)
  }
  return { written, left: items.length - written.length }
}

/** A page of a list. The cursor leads past all of it, so it is named only where all of it is written. */
export const writePage = <Item>(
  items: readonly Item[],
  nextCursor: string | null,
  write: (item: Item) => string,
): string => {
  const { written, left } = begin(items, write)
  if (left > 0) {
    return lines(
      written,
      `${left} more ${left === 1 ? 'is' : 'are'} left out here, since this would be too long. Call again with limit ${written.length}, and then with the cursor of that answer.`,
    )
  }
  return lines(written, nextCursor === null ? null : `There is more: call again with cursor ${nextCursor}`)
}

/** What a call has changed, which there is no second page of. */
export const writeChanged = <Item>(items: readonly Item[], write: (item: Item) => string): string => {
  const { written, left } = begin(items, write)
  return lines(
    written,
    left > 0 ? `${left} more ${left === 1 ? 'is' : 'are'} in the structured content alone.` : null,
  )
}
