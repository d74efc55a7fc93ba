// Brings a database up to date, all steps in one transaction. Safe when several nodes start at once: the second waits
// for the first, then finds nothing to do. A new database is made from the schema in one go.
import { setTimeout as pause } from 'node:timers/promises'
import { OperatorError } from '../kernel/operator-error.ts'
import { Fault } from '../kernel/refusal.ts'
import { release02 } from './migrations/0020-release-02.ts'
import { migrations } from './migrations/all.ts'
import {
  addOldestRelease,
  LEDGER,
  listApplied,
  recordStep,
  UNFINISHED_COPY,
  type AppliedStep,
} from './migrations/ledger.ts'
import { nameStep, type Migration } from './migrations/migration.ts'
import { listTouchedTables } from './migrations/touched-tables.ts'
import { stepsOfRelease01 } from './migrations/release-01/steps.ts'
import { compareReleases, thisRelease } from '../kernel/release.ts'
import { schema } from './schema.ts'
import { once } from './statement.ts'
import type { Reader, Store, Tx } from './store.ts'

// For about two minutes of being in the way of others.
const LOCK_TRIES = 600
const LOCK_PAUSE_MS = 100

/**
 * The names of the steps that were applied now. Where there are none, nothing is written or locked. Refused where a
 * newer release left the database to releases newer than this one.
 */
export const migrate = async (
  store: Store,
  now: number,
  release: string = thisRelease,
): Promise<readonly string[]> => {
  const applied = await findApplied(store)
  if (applied === undefined || findPending(applied).length > 0) {
    return applyBesideOthers(store, now, release)
  }
  checkRelease(applied, release)
  return []
}

/** Whether storage answers and has every step that this release knows; what readiness means. */
export const isMigrated = async (reader: Reader): Promise<boolean> =>
  findPending(await listApplied(reader)).length === 0

/** `none`: nothing of ours is in it. `older`: this release has steps for it. */
export type SchemaState = 'none' | 'older' | 'current'

/** Writes nothing. Refused where a newer release left the database to releases newer than this one. */
export const findSchemaState = async (
  store: Pick<Store, 'all' | 'first' | 'dialect'>,
  release: string = thisRelease,
): Promise<SchemaState> => {
  const columns = (await store.all(store.dialect.listColumns, LEDGER)).map(({ name }) => name)
  if (columns.length === 0) return 'none'
  if (!columns.includes('oldest_release')) return 'older'
  const applied = await listApplied(store)
  checkRelease(applied, release)
  return findPending(applied).length > 0 ? 'older' : 'current'
}

/** Undefined for a new database and for one of release 0.1. If something else is wrong, applying will say so. */
const findApplied = async (reader: Reader): Promise<readonly AppliedStep[] | undefined> => {
  try {
    return await listApplied(reader)
  } catch {
    return undefined
  }
}

/**
 * Other processes serve meanwhile. Whoever reads two tables, of which one is being changed, holds the other one; to wait
 * for that one as well would be a deadlock, and their call would fail. So all tables are taken beforehand; where that
 * does not succeed at once, all are given back and taken in another order.
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
  // Nobody serves a database of release 0.1 meanwhile.
  if (pending.some(({ version }) => version <= release02.version)) return
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
  const columns = (await tx.all(tx.dialect.listColumns, LEDGER)).map(({ name }) => name)
  if (columns.length === 0) {
    await makeSchema(tx)
    return record(tx, migrations, now)
  }
  if (!columns.includes('oldest_release')) await runAll(tx, [addOldestRelease])
  const applied = await listApplied(tx)
  checkRelease(applied, release)
  const pending = findPending(applied)
  await lockTouched(tx, pending, tries)
  for (const { statements } of pending) await runAll(tx, statements)
  return record(tx, pending, now)
}

/** The tables of a new database, with nothing in its ledger yet. */
export const makeSchema = (tx: Tx): Promise<void> => runAll(tx, schema)

/** The steps of release 0.1 are pending only where it made the database. */
const findPending = (applied: readonly AppliedStep[]): readonly Migration[] => {
  const versions = new Set(applied.map(({ version }) => version))
  const isOfRelease01 = versions.has(1)
  return [...(isOfRelease01 ? stepsOfRelease01 : []), ...migrations].filter(
    ({ version }) => !versions.has(version),
  )
}

/** A step that this release knows leaves it working. */
const checkRelease = (applied: readonly AppliedStep[], release: string): void => {
  if (applied.some(({ version }) => version === UNFINISHED_COPY)) {
    throw new OperatorError(
      'the database holds a copy that is not finished: run the same `challenge-service copy` again, which goes on with it',
    )
  }
  const known = new Set([...stepsOfRelease01, ...migrations].map(({ version }) => version))
  const newest = applied
    .filter(({ version }) => !known.has(version))
    .map(({ oldest_release }) => oldest_release)
    .toSorted(compareReleases)
    .at(-1)
  if (newest !== undefined && compareReleases(release, newest) < 0) {
    throw new Fault(
      `the database was brought up to date by a newer release, and may be used by ${newest} and later: this is ${release}`,
    )
  }
}

const runAll = async (tx: Tx, statements: readonly string[]): Promise<void> => {
  for (const text of statements) await tx.run(once(tx.dialect.renderSchema(text)))
}

const record = async (tx: Tx, steps: readonly Migration[], now: number): Promise<readonly string[]> => {
  for (const step of steps) await recordStep(tx, step, now)
  return steps.map(nameStep)
}
