// SQL in the open: one text for each query, in the dialect that both engines share, with `$1`, `$2`, … for
// its parameters. Each is declared once, under a name, and prepared once on each connection.
import { limits } from '@challenge-service/contract/plain'
import { Fault } from '../../kernel/refusal.ts'

export type Param = string | number | null | Uint8Array

declare const types: unique symbol

export interface Statement<Row, Params extends readonly unknown[]> {
  /** Null for a text that is run once, as a migration is. */
  readonly name: string | null
  readonly text: string
  /** Lays out what is given by name (changes.ts); left out where it is given in the order of the text. */
  readonly layOut?: (given: readonly unknown[]) => readonly Param[]
  /** The text as it was written, with names; a test holds them to the columns. */
  readonly named?: string
  /** It may give more than SQLite reads at once (store/README.md), so it is read in pieces there. */
  readonly isLong?: true
  readonly [types]?: (...params: Params) => Row
}

const declared = new Map<string, Statement<unknown, never>>()

/** Declares a statement: `sql<Row, [id: string]>('access.find_account', 'select … where id = $1')`. */
export const sql = <Row, Params extends readonly Param[]>(
  name: string,
  text: string,
): Statement<Row, Params> => declareStatement({ name, text })

/** Every statement with a name comes by here. */
export const declareStatement = <S extends Statement<unknown, never> & { readonly name: string }>(
  statement: S,
): S => {
  if (declared.has(statement.name)) throw new Fault(`two statements are called ${statement.name}`)
  declared.set(statement.name, statement)
  return statement
}

/** The values of a call in the order of the text. */
export const paramsOf = (
  { layOut }: Pick<Statement<unknown, never>, 'layOut'>,
  given: readonly unknown[],
): readonly Param[] => (layOut === undefined ? (given as readonly Param[]) : layOut(given))

/** The same statement, for where it may give more than a hundred rows or 128 KB. Each row costs SQLite 1 µs more. */
export const inPieces = <Row, Params extends readonly unknown[]>(
  statement: Statement<Row, Params>,
): Statement<Row, Params> => ({ ...statement, isLong: true })

/** As many rows of the longest texts are no more than that. */
const SHORT_PAGE = limits.pageDefault + 1

/** The same for a page of so many rows. */
export const forPageOf = <Row, Params extends readonly unknown[]>(
  rows: number,
  statement: Statement<Row, Params>,
): Statement<Row, Params> => (rows > SHORT_PAGE ? inPieces(statement) : statement)

/**
 * Declares a statement that takes several rows at once, `{rows}` being where they stand: a text of its own for
 * each number of them, made when it is first asked for.
 */
export const sqlRows = <Row = never>(
  name: string,
  width: number,
  text: string,
): ((count: number) => Statement<Row, Param[]>) =>
  forEachCount((count) => sql(`${name}_${count}`, text.replace('{rows}', rowPlaceholders(width, count))))

/** Made when it is first asked for; that for one row right away, so that the tests find it. */
export const forEachCount = <T>(make: (count: number) => T): ((count: number) => T) => {
  const made: T[] = []
  const of = (count: number): T => (made[count] ??= make(count))
  of(1)
  return of
}

/** The placeholders of so many rows: `($1, $2), ($3, $4)`. */
const rowPlaceholders = (width: number, count: number): string => {
  const row = (at: number): string =>
    `(${Array.from({ length: width }, (_, column) => `$${at * width + column + 1}`).join(', ')})`
  return Array.from({ length: count }, (_, at) => row(at)).join(', ')
}

/** The parameters of several rows, one row after another. `flat` takes ten times as long. */
export const flattenParams = (rows: readonly (readonly Param[])[]): Param[] => {
  const all: Param[] = []
  for (const row of rows) all.push(...row)
  return all
}

/** Every statement of the modules loaded so far, so that a test can prepare them all on both engines. */
export const declaredStatements = (): readonly Statement<unknown, never>[] => [...declared.values()]

/** A statement that is run once, or for one engine alone. */
export const once = <Row = never>(text: string): Statement<Row, []> => ({ name: null, text })
