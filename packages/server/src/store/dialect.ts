// The few real differences between the engines, by name. The marks below are comments to SQLite, which locks
// the whole database for a writer anyway, and become clauses on PostgreSQL.
import type { Engine } from './store.ts'

export const forUpdate = '/*for update*/'
/** Rows that another transaction has locked are passed over rather than waited for. */
export const skipLocked = '/*for update skip locked*/'

export const renderForPostgres = (text: string): string =>
  text.replaceAll(forUpdate, 'for update').replaceAll(skipLocked, 'for update skip locked')

// Column types. `key` sorts by bytes on both engines; `int` holds instants, counts and 0/1.
const columnTypes: Record<Engine, Record<string, string>> = {
  sqlite: { key: 'text', text: 'text', int: 'integer', bytes: 'blob', strict: 'strict' },
  postgres: { key: 'text collate "C"', text: 'text', int: 'bigint', bytes: 'bytea', strict: '' },
}

/** Fills in `{key}`, `{text}`, `{int}`, `{bytes}` and `{strict}` of a migration. */
export const renderMigration = (engine: Engine, text: string): string =>
  text.replace(/\{(\w+)\}/g, (whole, name: string) => columnTypes[engine][name] ?? whole)

/** What makes nodes that migrate at the same time wait for each other, however long it takes. */
export const migrationGuard: Record<Engine, readonly string[]> = {
  sqlite: [],
  postgres: [
    'set local lock_timeout = 0',
    'set local statement_timeout = 0',
    'select pg_advisory_xact_lock(7162534)',
  ],
}

/**
 * Makes PostgreSQL find rows by their indexes alone until the commit. For statements that run on a table which
 * may have been empty when they were planned, and have a hundred thousand rows a moment later.
 */
export const indexesOnly: Record<Engine, string | undefined> = {
  sqlite: undefined,
  postgres: `select set_config('enable_seqscan', 'off', true), set_config('enable_hashjoin', 'off', true),
    set_config('enable_mergejoin', 'off', true)`,
}
