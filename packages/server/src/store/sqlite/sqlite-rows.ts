// The rows of a SQLite file, read from one snapshot or written in the order of their keys.
import type BetterSqlite3 from 'better-sqlite3'
import {
  listColumns,
  listKey,
  type Row,
  type TableReader,
  type TableWriter,
  type Value,
} from '../copy/rows.ts'
import type { SchemaTable } from '../copy/tables.ts'
import { openDatabase } from './binding.ts'
import { translateError } from './errors.ts'

const WAIT_MS = 15_000

/** Everything that it reads is of the moment when it was opened, whatever others write. */
export const readSqliteRows = (path: string): TableReader => {
  const db = openDatabase(path, { readonly: true, fileMustExist: true, timeout: WAIT_MS })
  beginSnapshot(db)
  return new SqliteRows(db)
}

/** A snapshot begins with the first read. */
export const beginSnapshot = (db: BetterSqlite3.Database): void => {
  db.exec('begin')
  db.prepare('select 1 from sqlite_master limit 1').get()
}

/** The tables must be there. */
export const writeSqliteRows = (path: string): TableWriter => {
  const db = openDatabase(path, { fileMustExist: true, timeout: WAIT_MS })
  db.pragma('synchronous = full')
  return new SqliteRows(db)
}

class SqliteRows implements TableWriter {
  readonly #db: BetterSqlite3.Database
  readonly #prepared = new Map<string, BetterSqlite3.Statement<Value[], Row>>()

  constructor(db: BetterSqlite3.Database) {
    this.#db = db
  }

  async count({ name }: SchemaTable): Promise<number> {
    return Number(this.#all(`select count(*) from ${name}`, [])[0]?.[0])
  }

  async readAfter(table: SchemaTable, key: Row | undefined, limit: number): Promise<readonly Row[]> {
    const placeholders = table.keyIndexes.map(() => '?').join(', ')
    const after = key === undefined ? '' : `where (${listKey(table)}) > (${placeholders})`
    return this.#all(
      `select ${listColumns(table)} from ${table.name} ${after} order by ${listKey(table)} limit ?`,
      [...(key ?? []), BigInt(limit)],
    )
  }

  async findLastKey(table: SchemaTable): Promise<Row | undefined> {
    const text = `select ${listKey(table)} from ${table.name} order by ${listKey(table, ' desc')} limit 1`
    return this.#all(text, [])[0]
  }

  async insert(table: SchemaTable, rows: readonly Row[]): Promise<void> {
    const placeholders = table.columns.map(() => '?').join(', ')
    const insert = this.#prepare(`insert into ${table.name} (${listColumns(table)}) values (${placeholders})`)
    this.#attempt(() => {
      this.#db.transaction(() => {
        for (const row of rows) insert.run(...row)
      })()
    })
  }

  async close(): Promise<void> {
    this.#db.close()
  }

  #all(text: string, params: Value[]): readonly Row[] {
    return this.#attempt(() => this.#prepare(text).all(...params))
  }

  #prepare(text: string): BetterSqlite3.Statement<Value[], Row> {
    const known = this.#prepared.get(text)
    if (known) return known
    const statement = this.#db.prepare<Value[], Row>(text).safeIntegers(true)
    if (statement.reader) statement.raw(true)
    this.#prepared.set(text, statement)
    return statement
  }

  #attempt<T>(body: () => T): T {
    try {
      return body()
    } catch (error) {
      throw translateError(error)
    }
  }
}
