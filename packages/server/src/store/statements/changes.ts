// Statements that change rows. What they write is told by the names of columns, never by its order: `$plan` in a text
// stands for the member `plan` of what is given. test/store/rows-by-name.test.ts holds every statement to it.
import type { Unchecked } from '../../kernel/ids.ts'
import { declareStatement, forEachCount, type Param, type Statement } from './statement.ts'
import type { RowIn, StoredTable, SqlColumn, SqlColumns } from './table.ts'

/** What any text may name beside the columns of its table. */
interface CommonParams {
  readonly limit: number
  readonly before: number
  readonly since: number
  readonly now: number
}

type NamesIn<Text extends string, Found extends string = never> = Text extends `${string}$${infer Rest}`
  ? NamesIn<Rest, Found | FirstWord<Rest>>
  : Found

type FirstWord<Text extends string> = Text extends `${infer Word} ${string}`
  ? FirstWord<Word>
  : Text extends `${infer Word},${string}`
    ? FirstWord<Word>
    : Text extends `${infer Word})${string}`
      ? FirstWord<Word>
      : Text extends `${infer Word}\n${string}`
        ? FirstWord<Word>
        : Text

/**
 * What a text takes. `$status_before` is what the column `status` held; `Extra` is what it names of other tables. Any
 * other name takes nothing, and so does a text that is known only when it runs.
 */
type ValuesFor<T extends StoredTable, Text extends string, Extra extends SqlColumns> = string extends Text
  ? never
  : {
      readonly [Given in NamesIn<Text>]: Given extends keyof RowIn<T>
        ? Unchecked<RowIn<T>[Given]>
        : Given extends keyof Extra
          ? Unchecked<RowWith<Extra>[Given]>
          : Given extends keyof CommonParams
            ? CommonParams[Given]
            : Given extends `${infer Column extends ColumnName<T>}_before`
              ? RowIn<T>[Column]
              : never
    }

/** No text can name it. */
type NothingMore = Readonly<Record<'', SqlColumn>>

type ColumnName<T extends StoredTable> = keyof RowIn<T> & string

/** `update … set plan = $plan where id = $id`: what it takes has the types of the table's columns. */
export const change = <
  T extends StoredTable,
  const Text extends string,
  Extra extends SqlColumns = NothingMore,
>(
  _: T,
  name: string,
  text: Text,
  _extra?: Extra,
): Statement<never, [values: ValuesFor<T, Text, Extra>]> => declareNamed(name, text)

/** The same, and gives back these columns of every row that it changed. */
export const changeReturning = <
  T extends StoredTable,
  const Text extends string,
  Returned extends ColumnName<T>,
  Extra extends SqlColumns = NothingMore,
>(
  _: T,
  name: string,
  text: Text,
  returned: readonly Returned[],
  _extra?: Extra,
): Statement<Pick<RowIn<T>, Returned>, [values: ValuesFor<T, Text, Extra>]> =>
  declareNamed(name, `${text} returning ${returned.join(', ')}`)

/** Inserts one row, with these columns. `end`: what is to happen where it is there already. */
export const insertInto = <T extends StoredTable, Column extends ColumnName<T>>(
  { name: table }: T,
  name: string,
  columns: readonly Column[],
  end = '',
): Statement<never, [row: Pick<RowIn<T>, Column>]> => {
  const values = columns.map((column) => `$${column}`)
  return declareNamed(
    name,
    `insert into ${table} (${columns.join(', ')}) values (${values.join(', ')}) ${end}`,
  )
}

type RowWith<Columns extends SqlColumns> = RowIn<StoredTable<Columns>>

/** What a statement for several rows takes: the rows, and where its text names something beside them, that too. */
type RowsAnd<T extends StoredTable, Row, Text extends string> = [NamesIn<Text>] extends [never]
  ? [rows: readonly Row[]]
  : [rows: readonly Row[], values: ValuesFor<T, Text, NothingMore>]

/** A statement for so many rows: a text of its own for each number, made when it is first asked for. */
export type ForRows<Params extends readonly unknown[]> = (count: number) => Statement<never, Params>

/** Inserts several rows at once. */
export const insertRows = <T extends StoredTable, Column extends ColumnName<T>>(
  { name: table }: T,
  name: string,
  columns: readonly Column[],
  end = '',
): ForRows<[rows: readonly Pick<RowIn<T>, Column>[]]> =>
  declareRows(
    name,
    `(${columns.map((column) => `$${column}`).join(', ')})`,
    `insert into ${table} (${columns.join(', ')}) values {rows} ${end}`,
  )

/** `with seen ({columns}) as (values {rows}) update …`: rows with these columns come before the change. */
export const changeByRows = <T extends StoredTable, Columns extends SqlColumns, const Text extends string>(
  _: T,
  name: string,
  columns: Columns,
  text: Text,
): ForRows<RowsAnd<T, RowWith<Columns>, Text>> =>
  declareRows(name, `(${Object.entries(columns).map(castValue).join(', ')})`, nameColumns(text, columns))

/** PostgreSQL takes values of a list for texts, unless they say what they are. */
const castValue = ([name, { kind }]: [string, SqlColumn]): string =>
  `cast($${name} as ${kind === 'int' ? 'bigint' : 'text'})`

const nameColumns = (text: string, columns: SqlColumns): string =>
  text.replace('{columns}', Object.keys(columns).join(', '))

/**
 * A statement in whose text `{rows}` is `row` for each of them, with `between` between two. What `row` names is of that
 * row; what the text names beside it is given once.
 */
export const declareRows = <Row, Params extends readonly unknown[]>(
  name: string,
  row: string,
  text: string,
  between = ', ',
): ((count: number) => Statement<Row, Params>) => {
  const shared = numberNames(text, 1)
  const own = numberNames(row, 0)
  const writeShared = makeWriter(shared.names)
  const writeRow = makeWriter(own.names)
  const layOut = ([rows, values]: readonly unknown[]): readonly Param[] => {
    const params = shared.names.length === 0 ? [] : writeShared(values, [])
    for (const one of rows as readonly unknown[]) writeRow(one, params)
    return params
  }
  const renderRow = (at: number): string => {
    const before = shared.names.length + at * own.names.length + 1
    return own.numbered.replaceAll(/\$(\d+)/g, (_, index: string) => `$${before + Number(index)}`)
  }
  return forEachCount((count) => {
    const rows = Array.from({ length: count }, (_, at) => renderRow(at)).join(between)
    return declareStatement({
      name: `${name}_${count}`,
      text: shared.numbered.replace('{rows}', rows),
      named: text.replace('{rows}', row),
      layOut,
    })
  })
}

/** A statement whose text names what it takes. `memberOf`: the code that takes a name out of `values`. */
export const declareNamed = <Row, Params extends readonly unknown[]>(
  name: string,
  text: string,
  memberOf = takeByName,
): Statement<Row, Params> => {
  const { names, numbered } = numberNames(text, 1)
  const write = makeWriter(names, memberOf)
  return declareStatement({ name, text: numbered, named: text, layOut: ([values]) => write(values, []) })
}

/** `$plan` becomes `$1`, and so on; one that is named again keeps its number. */
const numberNames = (text: string, first: number): { names: readonly string[]; numbered: string } => {
  const names: string[] = []
  const numbered = text.replaceAll(/\$([a-z_]+)/g, (_, name: string) => {
    if (!names.includes(name)) names.push(name)
    return `$${first + names.indexOf(name)}`
  })
  return { names, numbered }
}

const takeByName = (name: string): string => `values.${name}`

/** Appends the members of these names to `params`: written as code, so that each is read as fast as any member. */
const makeWriter = (
  names: readonly string[],
  memberOf = takeByName,
): ((values: unknown, params: Param[]) => Param[]) => {
  const members = names.map(memberOf).join(', ')
  // oxlint-disable-next-line typescript/no-implied-eval -- the names are those of our own columns
  return new Function('values', 'params', `params.push(${members}); return params`) as ReturnType<
    typeof makeWriter
  >
}
