// Declares tables. From a declaration come the schema, the types of the rows, and the names by which statements write
// them, so that a column and its value are never told by their order.
import type { Param } from './statement.ts'

export type ColumnKind = 'key' | 'text' | 'int' | 'bytes'

declare const heldType: unique symbol

export interface SqlColumn<T extends Param = Param> {
  readonly kind: ColumnKind
  readonly isNullable: boolean
  /** What SQL says of it beyond its kind. */
  readonly constraint: string
  readonly [heldType]?: T
}

export type SqlColumns = Readonly<Record<string, SqlColumn>>

export interface StoredTable<Columns extends SqlColumns = SqlColumns> {
  readonly name: string
  /** `keyed`: short rows, in the order of their key. */
  readonly storage: 'strict' | 'keyed'
  readonly columns: Columns
  readonly constraints: readonly string[]
}

type Held<C> = C extends SqlColumn<infer T> ? T : never

export type RowIn<T> =
  T extends StoredTable<infer Columns> ? { readonly [Name in keyof Columns]: Held<Columns[Name]> } : never

const columnOf =
  (kind: ColumnKind) =>
  <T extends Param>(constraint: string): SqlColumn<T> => ({ kind, isNullable: false, constraint })

/** A text that is compared or sorted, by its bytes. */
export const key = <T extends string = string>(constraint = ''): SqlColumn<T> =>
  columnOf('key')<T>(constraint)

/** Any other text. */
export const text = <T extends string = string>(constraint = ''): SqlColumn<T> =>
  columnOf('text')<T>(constraint)

/** An instant in milliseconds (its name ends in _at), a count, or 0 and 1. */
export const int = (constraint = ''): SqlColumn<number> => columnOf('int')<number>(constraint)

export const bytes = (constraint = ''): SqlColumn<Uint8Array> => columnOf('bytes')<Uint8Array>(constraint)

export const orNull = <T extends Param>(of: SqlColumn<T>): SqlColumn<T | null> => ({
  ...of,
  isNullable: true,
})

const tableOf =
  (storage: StoredTable['storage']) =>
  <Columns extends SqlColumns>(
    name: string,
    columns: Columns,
    constraints: readonly string[] = [],
  ): StoredTable<Columns> => ({ name, storage, columns, constraints })

export const strictTable = tableOf('strict')

/** For short rows: they are stored in the order of their key. */
export const keyedTable = tableOf('keyed')

/** Some columns of a table. */
export const columnsOf = <Columns extends SqlColumns, Name extends keyof Columns & string>(
  { columns }: StoredTable<Columns>,
  ...names: readonly Name[]
): Pick<Columns, Name> =>
  Object.fromEntries(names.map((name) => [name, columns[name]])) as Pick<Columns, Name>

/** `create table …`, with {key}, {int} and the like where the engines differ. */
export const renderTable = ({ name, storage, columns, constraints }: StoredTable): string => {
  const members = Object.entries(columns).map(([column, { kind, isNullable, constraint }]) => {
    const isRequired = !isNullable && !constraint.includes('primary key')
    return [column, `{${kind}}`, isRequired ? 'not null' : '', constraint].filter(Boolean).join(' ')
  })
  return `create table ${name} (${[...members, ...constraints].join(', ')}) {${storage}}`
}
