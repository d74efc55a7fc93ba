// Columns of a table that holds a record. Each is named by the path of the member that it holds: `proposal.confirmBy`
// stands in `proposal_confirm_by`. So a value and its column are said once, together, and cannot be confused.
import type { Param } from './statement.ts'

/** How a member is stored. */
export interface Column {
  /** What it is in a new record: given by the record, or the same in all of them. */
  readonly initially: 'given' | '0' | 'null'
  /** Never changes after it was inserted. */
  readonly isFixed?: true
  /** True and false, stored as 1 and 0. */
  readonly isFlag?: true
  /** Where this one is null, so is the record around it. */
  readonly tellsPart?: true
}

type Leaf = string | number | boolean | null

/** The path of each member that is no record itself: `id`, `proposal.by`. */
export type LeafPath<T> = {
  [Key in keyof T & string]: NonNullable<T[Key]> extends Leaf
    ? Key
    : `${Key}.${LeafPath<NonNullable<T[Key]>>}`
}[keyof T & string]

type ValueAt<T, Path extends string> = Path extends `${infer Key}.${infer Rest}`
  ? Key extends keyof T
    ? ValueAt<NonNullable<T[Key]>, Rest> | (null extends T[Key] ? null : never)
    : never
  : Path extends keyof T
    ? T[Path]
    : never

/** A flag for what is true or false, and nothing else; null at first only where null is possible. */
type ColumnFor<Value> = Column & {
  readonly isFlag?: Extract<Value, boolean> extends never ? never : true
  readonly initially: 'given' | (null extends Value ? 'null' : '0')
} & (Extract<Value, boolean> extends never ? unknown : { readonly isFlag: true })

/** A column for each member of T: one that is missing, misspelt or of another kind does not compile. */
export type ColumnTable<T> = { readonly [Path in LeafPath<T>]: ColumnFor<ValueAt<T, Path>> }

type SnakeCase<Text extends string> = Text extends `${infer First}${infer Rest}`
  ? `${First extends '.' ? '_' : First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${SnakeCase<Rest>}`
  : ''

/** A row, by the names of its columns. The member called `Unnamed` is not in their names, though its members are. */
export type RowOf<T, Unnamed extends string = never> = {
  readonly [Path in LeafPath<T> as SnakeCase<Path extends `${Unnamed}.${infer Rest}` ? Rest : Path>]: ValueAt<
    T,
    Path
  > extends boolean
    ? number
    : ValueAt<T, Path>
}

interface StoredColumn extends Column {
  readonly path: readonly string[]
  readonly name: string
}

export interface Columns<T, Row> {
  /** `a, b, c`, for an insert, or for a select from the table of that alias. */
  readonly list: (alias?: string) => string
  /** Their values in a new record: `$from` and on for what `writeNew` gives, or what all begin with. */
  readonly newValues: (from: number) => string
  readonly writeNew: (record: T) => Param[]
  /** `a = $from, …`, for an update with what `writeChanging` gives. */
  readonly assignments: (from: number) => string
  readonly writeChanging: (record: T) => Param[]
  readonly read: (row: Row) => T
}

export const declareColumns = <T extends object, Unnamed extends string = never>(
  table: ColumnTable<T>,
  unnamed?: Unnamed,
): Columns<T, RowOf<T, Unnamed>> => {
  const columns = Object.entries<Column>(table).map(([path, column]) => ({
    ...column,
    path: path.split('.'),
    name: toSnakeCase(path.startsWith(`${unnamed}.`) ? path.slice(path.indexOf('.') + 1) : path),
  }))
  const given = columns.filter(({ initially }) => initially === 'given')
  const changing = columns.filter(({ isFixed }) => isFixed !== true)
  const readRecord = makeReader(columns, 0)
  return {
    list: (alias) => columns.map(({ name }) => (alias === undefined ? name : `${alias}.${name}`)).join(', '),
    newValues: (from) =>
      columns
        .map((column) =>
          column.initially === 'given' ? `$${from + given.indexOf(column)}` : column.initially,
        )
        .join(', '),
    writeNew: (record) => writeColumns(given, record),
    assignments: (from) => changing.map(({ name }, at) => `${name} = $${from + at}`).join(', '),
    writeChanging: (record) => writeColumns(changing, record),
    // The table says what T is made of, so what is read by it is a T.
    read: (row) => readRecord(row as AnyRow) as T,
  }
}

const toSnakeCase = (path: string): string =>
  path.replaceAll('.', '_').replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

const writeColumns = (columns: readonly StoredColumn[], record: object): Param[] => {
  const params: Param[] = []
  for (const { path } of columns) params.push(writeValue(findValue(record, path)))
  return params
}

type Stored = Param | boolean | undefined

/** Undefined where the record around it is null. */
const findValue = (record: object, path: readonly string[]): Stored => {
  let value: unknown = record
  for (const key of path) {
    if (value === null) return undefined
    value = (value as Readonly<Record<string, unknown>>)[key]
  }
  return value as Stored
}

const writeValue = (value: Stored): Param => {
  if (value === undefined) return null
  if (typeof value === 'boolean') return value ? 1 : 0
  return value
}

type AnyRow = Readonly<Record<string, Param>>
type RowReader = (row: AnyRow) => unknown

/** Reads the records at one depth of the paths. */
const makeReader = (columns: readonly StoredColumn[], depth: number): RowReader => {
  const keys = new Set(columns.map(({ path }) => path[depth] ?? ''))
  const members = [...keys].map((key) => {
    const held = columns.filter(({ path }) => path[depth] === key)
    return { key, read: makeMemberReader(held, depth) }
  })
  return (row) => {
    const record: Record<string, unknown> = {}
    for (const { key, read } of members) record[key] = read(row)
    return record
  }
}

const makeMemberReader = (columns: readonly StoredColumn[], depth: number): RowReader => {
  const value = columns.find(({ path }) => path.length === depth + 1)
  if (value) return makeValueReader(value)
  const readRecord = makeReader(columns, depth + 1)
  const presence = columns.find(({ path, tellsPart }) => tellsPart === true && path.length === depth + 2)
  return presence ? (row) => (row[presence.name] === null ? null : readRecord(row)) : readRecord
}

const makeValueReader = ({ name, isFlag }: StoredColumn): RowReader =>
  isFlag === true ? (row) => row[name] === 1 : (row) => row[name]
