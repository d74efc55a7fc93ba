// Looks at a SQLite file through a connection of its own: one that is open already answers from its cache.
import { existsSync, statSync } from 'node:fs'
import type BetterSqlite3 from 'better-sqlite3'
import { LEDGER } from '../migrations/ledger.ts'
import { openDatabase } from './binding.ts'
import { translateError } from './errors.ts'

const WAIT_MS = 5_000

/**
 * Whether a file that nobody has opened yet was used with a key, which is then not to be replaced. Release 0.1 did not
 * note that: what it keyed cannot be seen.
 */
export const wasUsedWithKey = (path: string): boolean => {
  if (!existsSync(path) || statSync(path).size === 0) return false
  const db = openDatabase(path, { readonly: true, timeout: WAIT_MS })
  try {
    if (!hasTable(db, LEDGER)) return false
    if (!hasTable(db, 'secret_keys')) return true
    const key = db.prepare('select 1 from secret_keys limit 1').get()
    const isOfRelease01 = db.prepare(`select 1 from ${LEDGER} where version = 1`)
    return key !== undefined || isOfRelease01.get() !== undefined
  } catch (error) {
    throw translateError(error)
  } finally {
    db.close()
  }
}

/** Whether a file is a database of ours, of whatever release. One that is not is left as it is, its mode included. */
export const hasLedger = (path: string): boolean => {
  const db = openDatabase(path, { readonly: true, fileMustExist: true, timeout: WAIT_MS })
  try {
    return hasTable(db, LEDGER)
  } catch (error) {
    throw translateError(error)
  } finally {
    db.close()
  }
}

const hasTable = (db: BetterSqlite3.Database, table: string): boolean =>
  db.prepare("select 1 from sqlite_master where type = 'table' and name = ?").get(table) !== undefined

/** The first fault among the pages of a file; undefined where they are whole. */
export const findDamage = (path: string): string | undefined => {
  const db = openDatabase(path, { readonly: true, fileMustExist: true, timeout: WAIT_MS })
  try {
    const first = db.prepare<[], { quick_check: string }>('pragma quick_check(1)').get()?.quick_check
    return first === 'ok' ? undefined : first
  } catch (error) {
    throw translateError(error)
  } finally {
    db.close()
  }
}

/** Reads the schema, and a row of every table. A few pages: damage beyond them is found when it is read. */
export const readEveryTable = (path: string): void => {
  const db = openDatabase(path, { readonly: true, fileMustExist: true, timeout: 0 })
  try {
    for (const name of listTables(db)) db.prepare(`select * from "${name}" limit 1`).get()
  } finally {
    db.close()
  }
}

/** The tables that are there, without those of SQLite itself. */
export const listTables = (db: BetterSqlite3.Database): readonly string[] =>
  db
    .prepare<[], { name: string }>(
      "select name from sqlite_master where type = 'table' and name not like 'sqlite%'",
    )
    .all()
    .map(({ name }) => name)
