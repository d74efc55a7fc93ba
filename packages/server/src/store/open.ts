// Opens the database that DATABASE_URL names. Of the two engines the one that is named is loaded.
import type { Store } from './store.ts'
import type { DatabaseTarget } from './target.ts'

export interface StoreWarnings {
  /** A pooled connection was lost while idle; the next use opens another. */
  readonly onIdleError: (error: Error) => void
}

export const openStore = async (target: DatabaseTarget, { onIdleError }: StoreWarnings): Promise<Store> => {
  if (target.kind === 'file') return (await import('./sqlite/sqlite-store.ts')).SqliteStore.open(target.path)
  const { PostgresStore } = await import('./postgres/postgres-store.ts')
  return new PostgresStore(target.url, onIdleError)
}
