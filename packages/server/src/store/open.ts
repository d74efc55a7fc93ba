// Opens the database that DATABASE_URL names.
import { PostgresStore } from './postgres/postgres-store.ts'
import { SqliteStore } from './sqlite/sqlite-store.ts'
import type { Store } from './store.ts'
import type { DatabaseTarget } from './target.ts'

export interface StoreWarnings {
  /** A pooled connection was lost while idle; the next use opens another. */
  readonly onIdleError: (error: Error) => void
}

export const openStore = (target: DatabaseTarget, { onIdleError }: StoreWarnings): Promise<Store> =>
  target.kind === 'file'
    ? SqliteStore.open(target.path)
    : Promise.resolve(new PostgresStore(target.url, onIdleError))
