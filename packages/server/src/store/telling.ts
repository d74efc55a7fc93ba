// Changes that tell what they left behind. PostgreSQL says it with the change, in one round trip. SQLite would make a
// table in memory to say it from, which takes longer than looking.
import { forEachCount, places, sql, type Param, type Statement } from './statement.ts'
import type { Tx } from './store.ts'

export interface Telling<Row, Params extends readonly Param[], Key extends readonly Param[]> {
  readonly atOnce: Statement<Row, Params>
  readonly change: Statement<never, Params>
  readonly look: Statement<Row, Key>
}

interface Told {
  /** The columns to be told. */
  readonly returning: string
  /** The statement that finds the same by the key of what was changed. */
  readonly look: string
}

export const sqlTelling = <Row, Params extends readonly Param[], Key extends readonly Param[]>(
  name: string,
  change: string,
  { returning, look }: Told,
): Telling<Row, Params, Key> => ({
  atOnce: sql(name, `${change} returning ${returning}`),
  change: sql(`${name}_alone`, change),
  look: sql(`${name}_look`, look),
})

/** The same for several rows, `{rows}` being where they stand; `look` finds one of them, by `$1`. */
export const sqlTellingRows = <Row>(
  name: string,
  width: number,
  change: string,
  { returning, look }: Told,
): ((count: number) => Telling<Row, Param[], Param[]>) =>
  forEachCount((count) => {
    const looks = Array.from({ length: count }, (_, at) => look.replace('$1', `$${at + 1}`))
    return sqlTelling(`${name}_${count}`, change.replace('{rows}', places(width, count)), {
      returning,
      look: looks.join(' union all '),
    })
  })

/** What the rows are now that were changed; nothing where none was. */
export const makeChange = async <Row, Params extends readonly Param[], Key extends readonly Param[]>(
  tx: Tx,
  { atOnce, change, look }: Telling<Row, Params, Key>,
  params: Params,
  key: Key,
): Promise<readonly Row[]> => {
  if (tx.engine === 'postgres') return tx.all(atOnce, ...params)
  return (await tx.run(change, ...params)) === 0 ? [] : tx.all(look, ...key)
}
