// What `copy` does: everything of one database into another that is empty, from SQLite to PostgreSQL or back. Killed at
// any moment, it is gone on with by running it again.
import { existsSync, realpathSync } from 'node:fs'
import { findKeyFile } from '../../config/secrets.ts'
import { listServingNodes } from '../../features/nodes/nodes.store.ts'
import { OperatorError } from '../../kernel/operator-error.ts'
import { carryRows, countRows, findDifference } from '../../store/copy/carry.ts'
import { readRows, writeRows } from '../../store/copy/open-rows.ts'
import type { TableReader } from '../../store/copy/rows.ts'
import { beginCopy, finishCopy, nameSource } from '../../store/copy/target-ledger.ts'
import type { Store } from '../../store/store.ts'
import { nameDatabase, parseDatabaseUrl, type DatabaseTarget } from '../../store/target.ts'
import { environment } from '../../config/environment.ts'
import { requireDatabaseFile, say, withOpenStore, withStore } from '../context.ts'
import { showCount } from '../count.ts'
import { checkDatabaseFile, explainStorage } from '../database.ts'
import { findKeys } from '../keys.ts'
import type { CopyOptions } from '../options.ts'
import { progressBar } from '../progress.ts'
import { UsageError } from '../usage-error.ts'

export const copy = async (options: CopyOptions): Promise<void> => {
  const [from, to] = [readTarget('--from', options.from), readTarget('--to', options.to)]
  requireDatabaseFile(from)
  if (isSame(from, to))
    throw new OperatorError('--from and --to name the same database: name another for --to')
  try {
    await refuseForeignFile(to)
  } catch (error) {
    throw explainStorage(error, to)
  }
  const { rows, earlier } = await withLock(from, () =>
    withLock(to, () =>
      withStore({ databaseUrl: options.from }, async (source, now) => {
        await findKeys({ databaseUrl: options.from }, source, now)
        return copyBetween(source, { from, to, now, options })
      }),
    ),
  )
  const step = nameKeyStep(from, to)
  say(options, { rows, carried_before: earlier, key: step }, [
    `copied ${showCount(rows, 'row')} from ${nameDatabase(from)} to ${nameDatabase(to)}, and compared every one` +
      (earlier === 0 ? '' : `; ${earlier} were there from a run before`),
    step,
  ])
}

interface CopyWork {
  readonly from: DatabaseTarget
  readonly to: DatabaseTarget
  readonly now: number
  readonly options: CopyOptions
}

interface Copied {
  readonly rows: number
  /** Rows that an interrupted run had carried. */
  readonly earlier: number
}

const copyBetween = async (source: Store, work: CopyWork): Promise<Copied> => {
  const reader = await readRows(work.from, { locked: true })
  try {
    await refuseServed(source, work)
    return await withOpenStore(work.to, (store) => carryInto(store, reader, work))
  } finally {
    await reader.close()
  }
}

const carryInto = async (
  store: Store,
  from: TableReader,
  { to, now, options }: CopyWork,
): Promise<Copied> => {
  // First, since on PostgreSQL this takes the lock.
  const target = await writeRows(to)
  const [copying, checking] = [progressBar('copying', options), progressBar('comparing', options)]
  try {
    await beginCopy(store, await nameSource(from), now)
    const total = await countRows(from)
    const carried = await carryRows(from, target, total, copying)
    const different = await findDifference(from, target, total, checking)
    if (different !== undefined) {
      throw new OperatorError(
        `the databases differ in ${different}: the source was written to since the copy began; empty ${nameDatabase(to)} and run this again`,
      )
    }
    await finishCopy(store, from)
    return { rows: total, earlier: total - carried }
  } finally {
    checking.clear()
    await target.close()
  }
}

const readTarget = (flag: string, text: string): DatabaseTarget => {
  const target = parseDatabaseUrl(text)
  if (!target) throw new UsageError(`${flag} must be sqlite:PATH or postgres://…`)
  return target
}

/** Two names of one file are found, two names of one server are not: the lock of the copy is in its way there. */
const isSame = (from: DatabaseTarget, to: DatabaseTarget): boolean =>
  from.kind === 'file' && to.kind === 'file'
    ? existsSync(to.path) && realpathSync(from.path) === realpathSync(to.path)
    : from.kind === 'server' && to.kind === 'server' && from.url === to.url

/** Opening a file of another program would change it. */
const refuseForeignFile = async (to: DatabaseTarget): Promise<void> => {
  if (to.kind === 'server' || checkDatabaseFile(to) === 'none') return
  const { hasLedger } = await import('../../store/sqlite/inspect.ts')
  if (!hasLedger(to.path)) {
    throw new OperatorError(`the database of --to is not empty: ${to.path} is a file of another program`)
  }
}

/** Of a server the connection that carries the rows holds the lock. */
const withLock = async <T>(target: DatabaseTarget, work: () => Promise<T>): Promise<T> => {
  if (target.kind === 'server') return work()
  const { takeServeLock } = await import('../../store/sqlite/serve-lock.ts')
  const lock = takeServeLock(target.path)
  if (!lock)
    throw new OperatorError(
      `${target.path} is being served or copied by another process: stop that one first`,
    )
  try {
    return await work()
  } finally {
    lock.release()
  }
}

/** A target that is served is not empty, and refused for that. On SQLite the lock tells. */
const refuseServed = async (source: Store, { from, now }: CopyWork): Promise<void> => {
  if (from.kind === 'file') return
  const nodes = await listServingNodes(source, now)
  if (nodes.length === 0) return
  throw new OperatorError(
    `${nameDatabase(from)} is being served (processes: ${nodes.length}): stop every one; after one that was killed, wait a minute`,
  )
}

/** What is left to do, so that what is encrypted can be read where it is now. */
const nameKeyStep = (from: DatabaseTarget, to: DatabaseTarget): string => {
  const keyFile = from.kind === 'file' ? findKeyFile(environment(), from) : undefined
  if (keyFile !== undefined) {
    return to.kind === 'server'
      ? `give what stands in ${keyFile} as SECRET_KEY to every process: SECRET_KEY="$(cat ${keyFile})"`
      : `copy ${keyFile} to ${to.path}.key`
  }
  return to.kind === 'server'
    ? 'give the same SECRET_KEY to every process that serves it'
    : `give the same SECRET_KEY to the service, or put it into ${to.path}.key, readable by its owner alone`
}
