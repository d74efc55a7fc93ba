// The few real differences between the engines, by name. The marks below are comments to SQLite, which locks
// the whole database for a writer anyway, and become clauses on PostgreSQL.
import type { Statement } from './statement.ts'
import type { Engine } from './store.ts'

export const forUpdate = '/*for update*/'
/** Rows that another transaction has locked are passed over rather than waited for. */
export const skipLocked = '/*for update skip locked*/'

export const renderForPostgres = (text: string): string =>
  text.replaceAll(forUpdate, 'for update').replaceAll(skipLocked, 'for update skip locked')

const rendered = new Map<string, StatementText>()

/** A statement as PostgreSQL takes it; put into words once, where it has a name. */
export const inPostgres = ({ name, text }: StatementText): StatementText => {
  const known = name === null ? undefined : rendered.get(name)
  if (known) return known
  const made = { name, text: renderForPostgres(text) }
  if (name !== null) rendered.set(name, made)
  return made
}

type StatementText = Pick<Statement<unknown, never>, 'name' | 'text'>

// Column types. `key` sorts by bytes on both engines; `int` holds instants, counts and 0/1.
// Of tables, `keyed` ones are stored in the order of their key on SQLite, which saves a second look-up for each
// row: right for short rows, wrong for those of a kilobyte, which would spill over.
const marks: Record<Engine, Record<string, string>> = {
  sqlite: {
    key: 'text',
    text: 'text',
    int: 'integer',
    bytes: 'blob',
    strict: 'strict',
    keyed: 'strict, without rowid',
  },
  postgres: { key: 'text collate "C"', text: 'text', int: 'bigint', bytes: 'bytea', strict: '', keyed: '' },
}

/** Fills in `{key}`, `{text}`, `{int}`, `{bytes}`, `{strict}` and `{keyed}` of a migration. */
export const renderMigration = (engine: Engine, text: string): string => {
  const filled = text.replace(/\{(\w+)\}/g, (whole, name: string) => marks[engine][name] ?? whole)
  return engine === 'sqlite' ? withoutLists(filled) : filled
}

/** Of a list to check a value against, SQLite makes a table anew at every insert; of a chain of comparisons it does not. */
const withoutLists = (text: string): string =>
  text.replace(/check \((\w+) in \(([^()]+)\)\)/g, (_, column: string, values: string) => {
    const chain = values.split(',').map((value) => `${column} = ${value.trim()}`)
    return `check (${chain.join(' or ')})`
  })

/** What makes nodes that migrate at the same time wait for each other, however long it takes. */
export const migrationGuard: Record<Engine, readonly string[]> = {
  sqlite: [],
  postgres: [
    'set local lock_timeout = 0',
    'set local statement_timeout = 0',
    'select pg_advisory_xact_lock(7162534)',
  ],
}
