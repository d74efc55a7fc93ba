// Brings the schema up to date, all steps in one transaction, safe when several nodes start at once: the
// second waits for the first, then finds nothing to do.
import { Fault } from '../kernel/refusal.ts'
import { migrations } from './migrations/all.ts'
import { once, sql } from './statement.ts'
import type { Reader, Store, Tx } from './store.ts'

const createLedger = `create table if not exists schema_migrations (
  version {int} primary key,
  name {text} not null,
  applied_at {int} not null
) {strict}`

const listApplied = sql<{ version: number }, []>(
  'store.list_applied_migrations',
  'select version from schema_migrations order by version',
)

const recordMigration = sql<never, [version: number, name: string, appliedAt: number]>(
  'store.record_migration',
  'insert into schema_migrations (version, name, applied_at) values ($1, $2, $3)',
)

const latest = Math.max(...migrations.map(({ version }) => version))

/** The names of the steps that were applied now. Where there are none, nothing is written or locked. */
export const migrate = async (store: Store, now: number): Promise<readonly string[]> =>
  (await isUpToDate(store)) ? [] : applyPending(store, now)

const applyPending = (store: Store, now: number): Promise<readonly string[]> =>
  store.write(async (tx) => {
    for (const text of tx.dialect.migrationLock) await tx.all(once(text))
    await tx.run(once(tx.dialect.renderSchema(createLedger)))
    const applied = await appliedVersions(tx)
    const unknown = applied.find((version) => version > latest)
    if (unknown !== undefined) {
      throw new Fault(`the database is at version ${unknown}, newer than this program, which knows ${latest}`)
    }
    const pending = migrations.filter(({ version }) => !applied.includes(version))
    for (const { version, name, statements } of pending) {
      for (const text of statements) await tx.run(once(tx.dialect.renderSchema(text)))
      await tx.run(recordMigration, version, name, now)
    }
    return pending.map(({ version, name }) => `${String(version).padStart(4, '0')}-${name}`)
  })

/** Whether storage answers and has every step; what readiness means. */
export const isMigrated = async (reader: Reader): Promise<boolean> =>
  // A newer node may have gone further already; a step is written so that older nodes can go on.
  ((await appliedVersions(reader)).at(-1) ?? 0) >= latest

const isUpToDate = async (reader: Reader): Promise<boolean> => {
  try {
    return (await appliedVersions(reader)).at(-1) === latest
  } catch {
    // An empty database has no ledger yet. If something else is wrong, applying will say so.
    return false
  }
}

const appliedVersions = async (reader: Reader | Tx): Promise<readonly number[]> =>
  (await reader.all(listApplied)).map(({ version }) => version)
