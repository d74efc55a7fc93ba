// The rows of the database that a target names. Of the two engines the one that is named is loaded.
import type { DatabaseTarget } from '../target.ts'
import type { TableReader, TableWriter } from './rows.ts'

/** Everything that it reads is of the moment when it was opened. `locked`: nobody begins to serve it meanwhile. */
export const readRows = async (
  target: DatabaseTarget,
  { locked }: { readonly locked: boolean },
): Promise<TableReader> => {
  if (target.kind === 'file') return (await import('../sqlite/sqlite-rows.ts')).readSqliteRows(target.path)
  return (await import('../postgres/postgres-rows.ts')).readPostgresRows(target.url, { locked })
}

/** The tables must be there. */
export const writeRows = async (target: DatabaseTarget): Promise<TableWriter> => {
  if (target.kind === 'file') return (await import('../sqlite/sqlite-rows.ts')).writeSqliteRows(target.path)
  return (await import('../postgres/postgres-rows.ts')).writePostgresRows(target.url)
}
