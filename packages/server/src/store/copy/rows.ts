// Rows as they are carried from one engine to the other: every value exactly as it is stored.
import type { SchemaTable } from './tables.ts'

/** Whole numbers of 64 bits, which a number of JavaScript may not hold. */
export type Value = string | bigint | Uint8Array | null

/** The values in the order of the columns of the table. */
export type Row = readonly Value[]

export interface TableReader {
  count(table: SchemaTable): Promise<number>
  /** At most so many rows, in the order of the key, beginning behind the one with this key. */
  readAfter(table: SchemaTable, key: Row | undefined, limit: number): Promise<readonly Row[]>
  close(): Promise<void>
}

export interface TableWriter extends TableReader {
  /** The key of the last row. */
  findLastKey(table: SchemaTable): Promise<Row | undefined>
  /** All of them in one transaction, or none. */
  insert(table: SchemaTable, rows: readonly Row[]): Promise<void>
}

export const keyOf = ({ keyIndexes }: SchemaTable, row: Row): Row =>
  keyIndexes.map((index) => row[index] ?? null)

export const isSameValue = (one: Value | undefined, other: Value | undefined): boolean =>
  one instanceof Uint8Array && other instanceof Uint8Array ? Buffer.compare(one, other) === 0 : one === other

export const listColumns = ({ columns }: SchemaTable): string => columns.map(({ name }) => name).join(', ')

export const listKey = ({ columns, keyIndexes }: SchemaTable, order = ''): string =>
  keyIndexes.map((index) => `${columns[index]?.name ?? ''}${order}`).join(', ')
