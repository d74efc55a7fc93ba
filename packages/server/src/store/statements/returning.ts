// Changes that give back the rows they changed. PostgreSQL does so with `returning`, in one round trip. SQLite would
// build a table in memory for it, which takes longer than a second statement that finds the rows again.
import { declareNamed, declareRows } from './changes.ts'
import { forEachCount, type Statement } from './statement.ts'
import type { Tx } from '../store.ts'

export interface Returning<Row, Given> {
  readonly withReturning: Statement<Row, [given: Given]>
  readonly change: Statement<never, [given: Given]>
  readonly fallback: Statement<Row, [given: Given]>
}

interface Returned {
  /** The columns to give back. */
  readonly returning: string
  /** The statement that finds the same columns of what was changed, by some of what was given. */
  readonly fallback: string
}

export const sqlReturning = <Row, Values>(
  name: string,
  change: string,
  { returning, fallback }: Returned,
): Returning<Row, Values> => ({
  withReturning: declareNamed(name, `${change} returning ${returning}`),
  change: declareNamed(`${name}_alone`, change),
  fallback: declareNamed(`${name}_fallback`, fallback),
})

/** The same for several rows, `row` being the values of one; `fallback` finds one of them. */
export const sqlReturningRows = <Row, Values>(
  name: string,
  row: string,
  change: string,
  { returning, fallback }: Returned,
): ((count: number) => Returning<Row, readonly Values[]>) => {
  const withReturning = declareRows<Row, [readonly Values[]]>(name, row, `${change} returning ${returning}`)
  const alone = declareRows<never, [readonly Values[]]>(`${name}_alone`, row, change)
  const found = declareRows<Row, [readonly Values[]]>(`${name}_fallback`, fallback, '{rows}', ' union all ')
  return forEachCount((count) => ({
    withReturning: withReturning(count),
    change: alone(count),
    fallback: found(count),
  }))
}

/** The rows that were changed, as they are now; none where nothing was changed. */
export const runReturning = async <Row, Given>(
  tx: Tx,
  { withReturning, change, fallback }: Returning<Row, Given>,
  given: Given,
): Promise<readonly Row[]> => {
  if (tx.dialect.prefersReturning) return tx.all(withReturning, given)
  return (await tx.run(change, given)) === 0 ? [] : tx.all(fallback, given)
}
