// How SQLite spells what the schema says, and what it does better in another way than PostgreSQL.
import { fillMarks, type Dialect, type SchemaMarks } from '../dialect.ts'

const marks: SchemaMarks = {
  key: 'text',
  text: 'text',
  int: 'integer',
  bytes: 'blob',
  strict: 'strict',
  keyed: 'strict, without rowid',
}

export const sqliteDialect: Dialect = {
  prefersReturning: false,
  writesAlone: true,
  // Transactions that write run one after another.
  isLockTimeout: () => false,
  renderSchema: (text) => chainComparisons(fillMarks(marks, text)),
  // A transaction that writes has the whole database.
  migrationLock: [],
  // A copy of a file holds the lock that a server would hold.
  mayServe: { name: null, text: 'select 1 as is_free' },
  readClock: undefined,
  lockTables: () => [],
  listColumns: { name: null, text: 'select name from pragma_table_info($1)' },
}

/**
 * `check (a in ('x', 'y'))` becomes `check (a = 'x' or a = 'y')`: for the list, SQLite builds a table in memory at
 * every insert; for the chain it does not.
 */
const chainComparisons = (text: string): string =>
  text.replace(/check \((\w+) in \(([^()]+)\)\)/g, (_, column: string, values: string) => {
    const chain = values.split(',').map((value) => `${column} = ${value.trim()}`)
    return `check (${chain.join(' or ')})`
  })
