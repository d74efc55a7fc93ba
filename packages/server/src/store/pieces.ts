// Statements that take many rows, in pieces of a few sizes: so there are a few texts to prepare, whatever the number.
import { inOneRow, type Param, type Statement } from './statement.ts'
import type { Tx } from './store.ts'

const SIZES = [64, 16, 4, 1]

interface Piece {
  readonly size: number
  readonly statement: Statement<never, Param[]>
}

/** `statement` declares it for so many rows. */
export const inSizes = (statement: (size: number) => Statement<never, Param[]>): readonly Piece[] =>
  SIZES.map((size) => ({ size, statement: statement(size) }))

/** The number of rows that changed. Issued together, in the order of the rows. */
export const runInPieces = async (
  tx: Tx,
  pieces: readonly Piece[],
  rows: readonly (readonly Param[])[],
): Promise<number> => {
  const sent: Promise<number>[] = []
  let from = 0
  for (const { size, statement } of pieces) {
    for (; rows.length - from >= size; from += size) {
      sent.push(tx.run(statement, ...inOneRow(rows.slice(from, from + size))))
    }
  }
  return (await Promise.all(sent)).reduce((sum, changed) => sum + changed, 0)
}
