// Opens the engine that DATABASE_URL names, and says loudly where PostgreSQL is set to forget.
import { PostgresStore } from './postgres/postgres-store.ts'
import { SqliteStore } from './sqlite/sqlite-store.ts'
import { once } from './statement.ts'
import type { Reader, Store } from './store.ts'
import type { DatabaseTarget } from './target.ts'

export interface StoreWarnings {
  /** A pooled connection was lost while idle; the next use opens another. */
  readonly onIdleError: (error: Error) => void
}

export const openStore = (target: DatabaseTarget, { onIdleError }: StoreWarnings): Promise<Store> =>
  target.engine === 'sqlite'
    ? SqliteStore.open(target.path)
    : Promise.resolve(new PostgresStore(target.url, onIdleError))

const readSettings = once<{ name: string; setting: string }>(
  "select name, setting from pg_settings where name in ('fsync', 'synchronous_commit')",
)

/** The PostgreSQL settings under which an acknowledged write could be lost; none on SQLite. */
export const durabilityProblems = async (store: Store): Promise<readonly string[]> =>
  store.engine === 'sqlite' ? [] : unsafeSettings(store)

const unsafeSettings = async (reader: Reader): Promise<readonly string[]> =>
  (await reader.all(readSettings))
    .filter(({ setting }) => setting === 'off')
    .map(({ name, setting }) => `${name} is ${setting}`)
