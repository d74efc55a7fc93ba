// One server on a SQLite file. The lock is SQLite's own, on an empty file beside the database, so that the command
// line can still write to the database itself; the system takes it back when the process ends, however it does.
import { closeSync, mkdirSync, openSync, realpathSync } from 'node:fs'
import { dirname } from 'node:path'
import type BetterSqlite3 from 'better-sqlite3'
import { openDatabase } from './binding.ts'
import { isBusy } from './errors.ts'

export interface ServeLock {
  release(): void
}

// What nobody refers to is closed, and the lock with it.
const held = new Set<BetterSqlite3.Database>()

/** Undefined where another process holds it. */
export const takeServeLock = (path: string): ServeLock | undefined => {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  closeSync(openSync(path, 'a', 0o600))
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
