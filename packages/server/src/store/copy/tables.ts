// The tables of a database as the schema declares them: the columns with their kinds, and the key. Whatever carries rows
// from one engine to the other goes by this list, so that a new table or column cannot be forgotten.
import { Fault } from '../../kernel/refusal.ts'
import { LEDGER } from '../migrations/ledger.ts'
import { tables as declaredTables } from '../schema/schema.ts'
import type { ColumnKind, StoredTable } from '../statements/table.ts'

export interface SchemaColumn {
  readonly name: string
  readonly kind: ColumnKind
}

export interface SchemaTable {
  readonly name: string
  readonly columns: readonly SchemaColumn[]
  /** Where among them those of the key are, in the order of the key. */
  readonly keyIndexes: readonly number[]
}

const readTable = ({ name, columns, constraints }: StoredTable): SchemaTable => {
  const names = Object.keys(columns)
  const single = names.find((column) => columns[column]?.constraint.includes('primary key'))
  const named = constraints.map((one) => /^primary key \((.+)\)$/.exec(one)?.[1]).find(Boolean)
  const keyIndexes = (single ?? named ?? '').split(', ').map((column) => names.indexOf(column))
  if (keyIndexes.includes(-1)) throw new Fault(`the schema names no key for ${name}`)
  return {
    name,
    columns: Object.entries(columns).map(([column, { kind }]) => ({ name: column, kind })),
    keyIndexes,
  }
}

/** Every table, those that are referred to first. */
export const tables: readonly SchemaTable[] = declaredTables.map(readTable)

/** Who serves the one database does not serve the other, and a backup of the one is none of the other. */
const OWN = [LEDGER, 'nodes', 'last_backup']

/** Whether the rows of a table are what was written, and not what tells of the database itself. */
export const isCarried = (name: string): boolean => !OWN.includes(name)

/** What is carried over row by row. The ledger is not among them: it comes last, and says that all is there. */
export const carriedTables: readonly SchemaTable[] = tables.filter(({ name }) => isCarried(name))

const getTable = (name: string): SchemaTable => {
  const table = tables.find((one) => one.name === name)
  if (!table) throw new Fault(`the schema has no table ${name}`)
  return table
}

export const ledgerTable: SchemaTable = getTable(LEDGER)
