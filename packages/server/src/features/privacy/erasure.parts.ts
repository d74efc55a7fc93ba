// A step that has several parts, each of which may fill many batches. Where it is, is kept as JSON between them.

/** Goes on after a place, and gives the next one; undefined once it is over. */
export type ErasurePart = (after: unknown) => Promise<unknown>

export const part =
  <Cursor>(start: Cursor, run: (after: Cursor) => Promise<Cursor | undefined>): ErasurePart =>
  (after) =>
    run((after as Cursor | undefined) ?? start)

/** One part after another, until one has filled its batch: its number and place are where to go on. */
export const inParts = async (parts: readonly ErasurePart[], cursor: string): Promise<string | undefined> => {
  const [start, from] = cursor === '' ? [0, undefined] : (JSON.parse(cursor) as [number, unknown])
  for (const [index, run] of parts.entries()) {
    if (index < start) continue
    const next = await run(index === start ? from : undefined)
    if (next !== undefined) return JSON.stringify([index, next])
  }
  return undefined
}
