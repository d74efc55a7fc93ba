// Carries every row from one database to another, in batches along the keys, each in one transaction. So what is there
// is always the beginning of what is to come, and an interrupted copy continues after the last key.
import { setImmediate as nextTurn } from 'node:timers/promises'
import { isSameValue, keyOf, type Row, type TableReader, type TableWriter } from './rows.ts'
import { carriedTables, type SchemaTable } from './tables.ts'

const BATCH_ROWS = 1_000

export interface CarryProgress {
  show(done: number, total: number): void
}

/** How many rows there are to carry. */
export const countRows = async (source: TableReader): Promise<number> => {
  let total = 0
  for (const table of carriedTables) total += await source.count(table)
  return total
}

/** How many rows were carried now; those that an earlier run carried are left as they are. */
export const carryRows = async (
  source: TableReader,
  target: TableWriter,
  total: number,
  progress: CarryProgress,
): Promise<number> => {
  let done = await countRows(target)
  const before = done
  for (const table of carriedTables) {
    let key = await target.findLastKey(table)
    for (;;) {
      const rows = await source.readAfter(table, key, BATCH_ROWS)
      const last = rows.at(-1)
      if (!last) break
      await target.insert(table, rows)
      key = keyOf(table, last)
      done += rows.length
      progress.show(done, total)
      await nextTurn()
    }
  }
  return done - before
}

/** The name of the first table that differs in any value of any row; undefined where all is the same. */
export const findDifference = async (
  source: TableReader,
  target: TableReader,
  total: number,
  progress: CarryProgress,
): Promise<string | undefined> => {
  let done = 0
  for (const table of carriedTables) {
    const isSame = await compareTable(source, target, table, (count) => progress.show((done += count), total))
    if (!isSame) return table.name
  }
  return undefined
}

const compareTable = async (
  source: TableReader,
  target: TableReader,
  table: SchemaTable,
  onChecked: (count: number) => void,
): Promise<boolean> => {
  let key: Row | undefined
  for (;;) {
    const [rows, others] = await Promise.all([
      source.readAfter(table, key, BATCH_ROWS),
      target.readAfter(table, key, BATCH_ROWS),
    ])
    if (rows.length !== others.length || !rows.every((row, at) => isSameRow(row, others[at] ?? [])))
      return false
    const last = rows.at(-1)
    if (!last) return true
    onChecked(rows.length)
    key = keyOf(table, last)
    await nextTurn()
  }
}

const isSameRow = (row: Row, other: Row): boolean => row.every((value, at) => isSameValue(value, other[at]))
