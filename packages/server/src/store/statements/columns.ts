// Columns of a table that holds a record. Each is named by the path of the member that it holds: `proposal.confirmBy`
// is stored in `proposal_confirm_by`. So a value and its column are said once, together, and cannot be confused.
import { Fault } from '../../kernel/refusal.ts'
import { declareNamed } from './changes.ts'
import type { Param, Statement } from './statement.ts'
import type { RowIn, StoredTable } from './table.ts'

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
  /** Follows from the rest of the record: it is written, but not read with it. */
  readonly isDerived?: true
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
type ColumnFor<Value> = Column &
  ([Value] extends [boolean] ? { readonly isFlag: true } : { readonly isFlag?: never }) & {
    readonly initially: 'given' | (null extends Value ? 'null' : '0')
  }

type StoredAs<Value> = Value extends boolean ? number : Value

type SnakeCase<Text extends string> = Text extends `${infer First}${infer Rest}`
  ? `${First extends '.' ? '_' : First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${SnakeCase<Rest>}`
  : ''

/** The member called `Unnamed` is not in the names of columns, though its members are. */
type NameOf<Path extends string, Unnamed extends string> = SnakeCase<
  Path extends `${Unnamed}.${infer Rest}` ? Rest : Path
>

/** What is written must fit the column of the table, and what is read from it the member. */
type FittingColumn<Value, Held, IsDerived> = [StoredAs<Value>] extends [Held]
  ? IsDerived extends true
    ? ColumnFor<Value> & { readonly isDerived: true }
    : [Held] extends [StoredAs<Value>]
      ? ColumnFor<Value> & { readonly isDerived?: never }
      : never
  : never

/** A column for each member of T: one that is missing, misspelt or not as the table has it does not compile. */
type ColumnTable<T, Derived extends string, Unnamed extends string, Row> = {
  readonly [Path in LeafPath<T>]: NameOf<Path, Unnamed> extends infer Name extends keyof Row
    ? FittingColumn<ValueAt<T, Path>, Row[Name], Path extends Derived ? true : false>
    : never
}

interface StoredColumn extends Column {
  readonly path: readonly string[]
  readonly name: string
}

export interface Columns<T, Derived extends keyof T, Row> {
  /** `c.a, c.b`, for a select from the table of that alias. */
  readonly list: (alias: string) => string
  readonly read: (row: Row) => Omit<T, Derived>
  readonly insert: (name: string) => Statement<never, [record: T]>
  /** Writes whatever can change. `where` may name any column, for what the record says of it. */
  readonly update: (name: string, where: string) => Statement<never, [record: T]>
}

/** The columns by which a table holds a record. */
export const declareColumns =
  <Of extends StoredTable>(table: Of) =>
  <T extends object, Derived extends keyof T & string = never, Unnamed extends string = never>(
    declared: ColumnTable<T, Derived, Unnamed, RowIn<Of>>,
    unnamed?: Unnamed,
  ): Columns<T, Derived, Pick<RowIn<Of>, NameOf<LeafPath<Omit<T, Derived>>, Unnamed> & keyof RowIn<Of>>> => {
    const columns = Object.entries<Column>(declared).map(([path, column]) => ({
      ...column,
      path: path.split('.'),
      name: toSnakeCase(path.startsWith(`${unnamed}.`) ? path.slice(path.indexOf('.') + 1) : path),
    }))
    const read = columns.filter(({ isDerived }) => isDerived !== true)
    const readRecord = makeReader(read, 0)
    const members = new Map(columns.map((column) => [column.name, writeMember(column)]))
    const memberOf = (name: string): string => {
      const member = members.get(name)
      if (member === undefined) throw new Fault(`no member is stored in ${table.name}.${name}`)
      return member
    }
    return {
      list: (alias) => read.map(({ name }) => `${alias}.${name}`).join(', '),
      // The declaration says what T is made of, so what is read by it is a T.
      read: (row) => readRecord(row) as T,
      insert: (name) => {
        const names = columns.map((column) => column.name).join(', ')
        const values = columns.map((column) =>
          column.initially === 'given' ? `$${column.name}` : column.initially,
        )
        return declareNamed(
          name,
          `insert into ${table.name} (${names}) values (${values.join(', ')})`,
          memberOf,
        )
      },
      update: (name, where) => {
        const changing = columns.filter(({ isFixed }) => isFixed !== true)
        const assignments = changing.map((column) => `${column.name} = $${column.name}`).join(', ')
        return declareNamed(name, `update ${table.name} set ${assignments} where ${where}`, memberOf)
      },
    }
  }

const toSnakeCase = (path: string): string =>
  path.replaceAll('.', '_').replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** The code that takes a member out of a record: null where the record around it is. */
const writeMember = ({ path, isFlag }: StoredColumn): string =>
  `values.${path.join('?.')} ${isFlag === true ? '? 1 : 0' : '?? null'}`

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
