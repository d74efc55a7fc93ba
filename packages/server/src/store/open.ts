// Opens the database that DATABASE_URL names. Of the two engines the one that is named is loaded.
import type { Store } from './store.ts'
import type { DatabaseTarget } from './target.ts'

/** Transactions that were committed together, and how long that took from their beginning to the end of the commit. */
export type NoteCommit = (transactions: number, ms: number) => void

export interface StoreWatch {
  /** A pooled connection was lost while idle; the next use opens another. */
  readonly onIdleError: (error: Error) => void
  readonly onCommit?: NoteCommit | undefined
}

export const openStore = async (
  target: DatabaseTarget,
  { onIdleError, onCommit }: StoreWatch,
): Promise<Store> => {
  if (target.kind === 'file') {
    const { SqliteStore } = await import('./sqlite/sqlite-store.ts')
    return SqliteStore.open(target.path, { onCommit })
  }
  const { PostgresStore } = await import('./postgres/postgres-store.ts')
  return new PostgresStore(target.url, onIdleError, onCommit)
}
