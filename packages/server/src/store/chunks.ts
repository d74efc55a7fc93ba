// Statements that take many rows, in chunks of a few sizes: so there are a few texts to prepare, whatever the number.
import { flattenParams, type Param, type Statement } from './statement.ts'
import type { Tx } from './store.ts'

const SIZES = [64, 16, 4, 1]

interface ChunkStatement {
  readonly size: number
  readonly statement: Statement<never, Param[]>
}

/** `statement` declares it for so many rows. */
export const declareInSizes = (
  statement: (size: number) => Statement<never, Param[]>,
): readonly ChunkStatement[] => SIZES.map((size) => ({ size, statement: statement(size) }))

/** The number of rows that changed. The chunks are issued together, in the order of the rows. */
export const runInChunks = async (
  tx: Tx,
  statements: readonly ChunkStatement[],
  rows: readonly (readonly Param[])[],
): Promise<number> => {
  const sent: Promise<number>[] = []
  forEachChunk(statements, rows, (statement, params) => sent.push(tx.run(statement, ...params)))
  return (await Promise.all(sent)).reduce((sum, changed) => sum + changed, 0)
}

/** For what nobody waits for; see `Tx.enqueue`. Each chunk begins with the parameters that all rows share. */
export const enqueueInChunks = (
  tx: Tx,
  statements: readonly ChunkStatement[],
  shared: readonly Param[],
  rows: readonly (readonly Param[])[],
): void => forEachChunk(statements, rows, (statement, params) => tx.enqueue(statement, ...shared, ...params))

const forEachChunk = (
  statements: readonly ChunkStatement[],
  rows: readonly (readonly Param[])[],
  act: (statement: Statement<never, Param[]>, params: Param[]) => void,
): void => {
  let from = 0
  for (const { size, statement } of statements) {
    for (; rows.length - from >= size; from += size) {
      act(statement, flattenParams(rows.slice(from, from + size)))
    }
  }
}
