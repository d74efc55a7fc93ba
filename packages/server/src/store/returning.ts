// Changes that give back the rows they changed. PostgreSQL does so with `returning`, in one round trip. SQLite would
// build a table in memory for it, which takes longer than a second statement that finds the rows again.
import { forEachCount, rowPlaceholders, sql, type Param, type Statement } from './statement.ts'
import type { Tx } from './store.ts'

export interface Returning<Row, Params extends readonly Param[], Key extends readonly Param[]> {
  readonly withReturning: Statement<Row, Params>
  readonly change: Statement<never, Params>
  readonly fallback: Statement<Row, Key>
}

interface Returned {
  /** The columns to give back. */
  readonly returning: string
  /** The statement that finds the same columns by the key of what was changed. */
  readonly fallback: string
}

export const sqlReturning = <Row, Params extends readonly Param[], Key extends readonly Param[]>(
  name: string,
  change: string,
  { returning, fallback }: Returned,
): Returning<Row, Params, Key> => ({
  withReturning: sql(name, `${change} returning ${returning}`),
  change: sql(`${name}_alone`, change),
  fallback: sql(`${name}_fallback`, fallback),
})

/** The same for several rows, `{rows}` being where they stand; `fallback` finds one of them, by `$1`. */
export const sqlReturningRows = <Row>(
  name: string,
  width: number,
  change: string,
  { returning, fallback }: Returned,
): ((count: number) => Returning<Row, Param[], Param[]>) =>
  forEachCount((count) => {
    const fallbacks = Array.from({ length: count }, (_, at) => fallback.replace('$1', `$${at + 1}`))
    return sqlReturning(`${name}_${count}`, change.replace('{rows}', rowPlaceholders(width, count)), {
      returning,
      fallback: fallbacks.join(' union all '),
    })
  })

/** The rows that were changed, as they are now; none where nothing was changed. */
export const runReturning = async <Row, Params extends readonly Param[], Key extends readonly Param[]>(
  tx: Tx,
  { withReturning, change, fallback }: Returning<Row, Params, Key>,
  params: Params,
  key: Key,
): Promise<readonly Row[]> => {
  if (tx.dialect.prefersReturning) return tx.all(withReturning, ...params)
  return (await tx.run(change, ...params)) === 0 ? [] : tx.all(fallback, ...key)
}
