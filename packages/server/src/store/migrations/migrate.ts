// Brings a database up to date, all steps in one transaction. Safe when several nodes start at once: the second waits
// for the first, then finds nothing to do. A new database is made from the schema in one go.
import { setTimeout as pause } from 'node:timers/promises'
import { thisRelease } from '../../kernel/release.ts'
import { migrations } from './all.ts'
import { listApplied, recordStep } from './ledger.ts'
import { nameStep, type Migration } from './migration.ts'
import { findPending, readLedger } from './taken-over.ts'
import { listTouchedTables } from './touched-tables.ts'
import { schema } from '../schema/schema.ts'
import { once } from '../statements/statement.ts'
import type { Reader, Store, Tx } from '../store.ts'

// For about two minutes of being in the way of others.
const LOCK_TRIES = 600
const LOCK_PAUSE_MS = 100

/**
 * The names of the steps that were applied now. Where there are none, nothing is written or locked. Refused where this
 * release does not take the database over.
 */
export const migrate = async (
  store: Store,
  now: number,
  release: string = thisRelease,
): Promise<readonly string[]> => {
  const applied = await readLedger(store, release)
  return applied && findPending(applied).length === 0 ? [] : applyBesideOthers(store, now, release)
}

/** Whether storage answers and has every step that this release knows; what readiness means. */
export const isMigrated = async (reader: Reader): Promise<boolean> =>
  findPending(await listApplied(reader)).length === 0

/** `none`: nothing of ours is in it. `older`: this release has steps for it. */
export type SchemaState = 'none' | 'older' | 'current'

/** Writes nothing. Refused where this release does not take the database over. */
export const findSchemaState = async (
  store: Pick<Store, 'all' | 'first' | 'dialect'>,
  release: string = thisRelease,
): Promise<SchemaState> => {
  const applied = await readLedger(store, release)
  if (!applied) return 'none'
  return findPending(applied).length > 0 ? 'older' : 'current'
}

/**
 * Other processes serve meanwhile. A call that reads two tables holds one while it waits for the one being changed;
 * waiting for that other one too would be a deadlock, and the call would fail. So all tables are locked beforehand; if
 * that does not succeed at once, all are released and locked in another order.
 */
const applyBesideOthers = async (store: Store, now: number, release: string): Promise<readonly string[]> => {
  for (let tries = 1; ; tries += 1) {
    try {
      return await store.write((tx) => applyPending(tx, now, release, tries))
    } catch (error) {
      if (tries === LOCK_TRIES || !store.dialect.isLockTimeout(error)) throw error
      await pause(LOCK_PAUSE_MS)
    }
  }
}

const lockTouched = async (tx: Tx, pending: readonly Migration[], tries: number): Promise<void> => {
  const tables = listTouchedTables(pending)
  const at = tries % Math.max(tables.length, 1)
  const turned = [...tables.slice(at), ...tables.slice(0, at)]
  for (const text of tx.dialect.lockTables(tries % 2 === 0 ? turned : turned.toReversed()))
    await tx.all(once(text))
}

const applyPending = async (
  tx: Tx,
  now: number,
  release: string,
  tries: number,
): Promise<readonly string[]> => {
  for (const text of tx.dialect.migrationLock) await tx.all(once(text))
  const applied = await readLedger(tx, release)
  if (!applied) {
    await makeSchema(tx)
    return record(tx, migrations, now)
  }
  const pending = findPending(applied)
  await lockTouched(tx, pending, tries)
  for (const { statements } of pending) await runAll(tx, statements)
  return record(tx, pending, now)
}

/** The tables of a new database, with nothing in its ledger yet. */
export const makeSchema = (tx: Tx): Promise<void> => runAll(tx, schema)

const runAll = async (tx: Tx, statements: readonly string[]): Promise<void> => {
  for (const text of statements) await tx.run(once(tx.dialect.renderSchema(text)))
}

const record = async (tx: Tx, steps: readonly Migration[], now: number): Promise<readonly string[]> => {
  for (const step of steps) await recordStep(tx, step, now)
  return steps.map(nameStep)
}
