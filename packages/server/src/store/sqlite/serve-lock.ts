// One server on a SQLite file. The lock is SQLite's own, on an empty file beside the database, so that the command
// line can still write to the database itself; the system takes it back when the process ends, however it does.
import { closeSync, openSync, realpathSync } from 'node:fs'
import type BetterSqlite3 from 'better-sqlite3'
import { openDatabase } from './binding.ts'
import { makeDatabaseFile } from './database-file.ts'
import { isBusy } from './errors.ts'

export interface ServeLock {
  release(): void
}

// What nobody refers to is closed, and the lock with it.
const held = new Set<BetterSqlite3.Database>()

/** Undefined where another process holds it. */
export const takeServeLock = (path: string): ServeLock | undefined => {
  makeDatabaseFile(path)
  // Two names of one file are one lock.
  const beside = `${realpathSync(path)}-serve`
  closeSync(openSync(beside, 'a', 0o600))
  const db = openDatabase(beside, { timeout: 0 })
  try {
    db.exec('begin exclusive')
  } catch (error) {
    db.close()
    if (isBusy(error)) return undefined
    throw error
  }
  held.add(db)
  return {
    release: () => {
      held.delete(db)
      db.close()
    },
  }
}
