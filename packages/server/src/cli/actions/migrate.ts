// What `migrate` does. A SQLite file that a process serves is left alone: that process may be of an older release.
import { OperatorError } from '../../kernel/operator-error.ts'
import { findSchemaState, migrate } from '../../store/migrations/migrate.ts'
import { openClock } from '../../store/clock/service-clock.ts'
import type { Store } from '../../store/store.ts'
import type { DatabaseTarget } from '../../store/target.ts'
import { locateDatabase, say, withOpenStore } from '../context.ts'
import { checkDatabaseFile, refuseLostDatabase } from '../database.ts'
import type { CommonOptions } from '../options.ts'

export const bringUpToDate = async (options: CommonOptions): Promise<void> => {
  const target = locateDatabase(options)
  checkDatabaseFile(target)
  refuseLostDatabase(target)
  const applied = await withOpenStore(target, async (store) =>
    (await findSchemaState(store)) === 'current' ? [] : migrateUnserved(store, target),
  )
  say(options, { applied }, applied.length > 0 ? applied.map((name) => `applied ${name}`) : ['up to date'])
}

const migrateUnserved = async (store: Store, target: DatabaseTarget): Promise<readonly string[]> => {
  const clock = await openClock(store)
  if (target.kind === 'server') return migrate(store, clock.now())
  const { takeServeLock } = await import('../../store/sqlite/serve-lock.ts')
  const lock = takeServeLock(target.path)
  if (!lock) {
    throw new OperatorError(
      `${target.path} is being served by another process: stop it, run this, and start the new release`,
    )
  }
  try {
    return await migrate(store, clock.now())
  } finally {
    lock.release()
  }
}
