// Changes of many rows, in chunks of a few sizes: so there are a few texts to prepare, whatever the number.
import type { ForRows } from './changes.ts'
import type { Statement } from './statement.ts'
import type { Tx } from '../store.ts'

const SIZES = [64, 16, 4, 1]

interface ChunkStatement<Params extends readonly unknown[]> {
  readonly size: number
  readonly statement: Statement<never, Params>
}

type Chunked<Row, Shared extends readonly unknown[]> = readonly ChunkStatement<
  [rows: readonly Row[], ...shared: Shared]
>[]

export const declareInSizes = <Params extends readonly unknown[]>(
  statement: ForRows<Params>,
): readonly ChunkStatement<Params>[] => SIZES.map((size) => ({ size, statement: statement(size) }))

/** The number of rows that changed. The chunks are issued together, in the order of the rows. */
export const runInChunks = async <Row, Shared extends readonly unknown[]>(
  tx: Tx,
  statements: Chunked<Row, Shared>,
  rows: readonly Row[],
  ...shared: Shared
): Promise<number> => {
  const sent: Promise<number>[] = []
  forEachChunk(statements, rows, (statement, chunk) => sent.push(tx.run(statement, chunk, ...shared)))
  return (await Promise.all(sent)).reduce((sum, changed) => sum + changed, 0)
}

/** For what nobody waits for; see `Tx.enqueue`. */
export const enqueueInChunks = <Row, Shared extends readonly unknown[]>(
  tx: Tx,
  statements: Chunked<Row, Shared>,
  rows: readonly Row[],
  ...shared: Shared
): void => forEachChunk(statements, rows, (statement, chunk) => tx.enqueue(statement, chunk, ...shared))

const forEachChunk = <Row, Params extends readonly unknown[]>(
  statements: readonly ChunkStatement<Params>[],
  rows: readonly Row[],
  act: (statement: Statement<never, Params>, chunk: readonly Row[]) => void,
): void => {
  let from = 0
  for (const { size, statement } of statements) {
    for (; rows.length - from >= size; from += size) act(statement, rows.slice(from, from + size))
  }
}
