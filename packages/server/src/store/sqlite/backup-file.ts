// A copy of a SQLite file that others write to. SQLite copies page by page and starts over whenever another process
// has written; here the connection that reads holds one snapshot all the while, so it never has to, and what it copies
// is of one moment. Neither those who write nor those who read wait for it.
import { openDatabase } from './binding.ts'
import { translateError } from './errors.ts'
import { listTables } from './inspect.ts'
import { beginSnapshot } from './sqlite-rows.ts'

const WAIT_MS = 15_000
/** 2 MiB at a time, between which the process looks at its signals. */
const PAGES_AT_ONCE = 512

/** How many rows the tables have that are there, whichever release made them, by their names. */
export type RowCounts = ReadonlyMap<string, number>

/** Overwrites the file at `to`, which must be there. */
export const copyPages = async (
  from: string,
  to: string,
  show: (done: number, total: number) => void,
): Promise<RowCounts> => {
  const db = openDatabase(from, { readonly: true, fileMustExist: true, timeout: WAIT_MS })
  try {
    beginSnapshot(db)
    await db.backup(to, {
      progress: ({ totalPages, remainingPages }) => {
        if (totalPages > 0) show(totalPages - remainingPages, totalPages)
        return PAGES_AT_ONCE
      },
    })
    return countAll(db)
  } catch (error) {
    throw translateError(error)
  } finally {
    db.close()
  }
}

type Database = ReturnType<typeof openDatabase>

const countAll = (db: Database): RowCounts =>
  new Map(
    listTables(db).map((name) => [
      name,
      db.prepare<[], { count: number }>(`select count(*) as count from "${name}"`).get()?.count ?? 0,
    ]),
  )

/** What is wrong with a file, and how many rows its tables have. It is left without a log beside it. */
export const inspectFile = (
  path: string,
): { readonly faults: readonly string[]; readonly rows: RowCounts } => {
  const db = openDatabase(path, { fileMustExist: true, timeout: WAIT_MS })
  try {
    const faults = db
      .prepare<[], { integrity_check: string }>('pragma integrity_check')
      .all()
      .map(({ integrity_check }) => integrity_check)
      .filter((line) => line !== 'ok')
    // So that the file alone is the whole backup, also on a disk that cannot be written to.
    db.pragma('journal_mode = delete')
    return { faults, rows: faults.length > 0 ? new Map<string, number>() : countAll(db) }
  } catch (error) {
    throw translateError(error)
  } finally {
    db.close()
  }
}
