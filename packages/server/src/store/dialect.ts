// What the two engines do differently, by what it is for. A slice needs only the two marks; the rest is for the store.
import type { Statement } from './statements/statement.ts'

// The marks are comments to SQLite, which locks the whole database for a writer anyway, and clauses on PostgreSQL.
export const forUpdate = '/*for update*/'
/** Rows that another transaction has locked are passed over rather than waited for. */
export const skipLocked = '/*for update skip locked*/'

export interface Dialect {
  /** Whether `returning` is the faster way to learn what a change left behind; returning.ts says why it may not be. */
  readonly prefersReturning: boolean
  /** Whether a transaction that writes is the only one: what it does not find, nobody adds before its commit. */
  readonly writesAlone: boolean
  /** Whether a statement gave up waiting for a row that another transaction holds. */
  isLockTimeout(error: unknown): boolean
  /** Fills in the marks of the schema: `{key}`, `{text}`, `{int}`, `{bytes}`, `{strict}` and `{keyed}`. */
  renderSchema(text: string): string
  /** Runs first in a migration: nodes that migrate at the same time wait for each other, however long it takes. */
  readonly migrationLock: readonly string[]
  /** Gives 1 where nobody copies the database; nobody then begins to before this transaction has ended. */
  readonly mayServe: Statement<{ readonly is_free: number }, []>
  /** The clock of the database server, in milliseconds; undefined where there is no server. */
  readonly readClock: Statement<{ readonly at: number }, []> | undefined
  /** Takes tables from all others, in this order, and gives up after a moment, as `isLockTimeout` tells. */
  lockTables(names: readonly string[]): readonly string[]
  /** The names of the columns of a table; none where there is no such table. */
  readonly listColumns: Statement<{ readonly name: string }, [table: string]>
}

/**
 * What stands for each mark of the schema. Of columns: `key` sorts by bytes on both engines, `int` holds instants,
 * counts and 0 or 1. Of tables: SQLite checks the types of a `strict` one, and stores a `keyed` one in the order of its
 * key too. That saves a second look-up for each row: right for short rows, wrong for those of a kilobyte, which would
 * spill over.
 */
export type SchemaMarks = Readonly<Record<'key' | 'text' | 'int' | 'bytes' | 'strict' | 'keyed', string>>

export const fillMarks = (marks: SchemaMarks, text: string): string =>
  text.replace(/\{(key|text|int|bytes|strict|keyed)\}/g, (_, mark: keyof SchemaMarks) => marks[mark])
