// Adds all tables to an empty database.
import { migrate } from '../../packages/server/src/store/migrate.ts'
import { openStore } from '../../packages/server/src/store/open.ts'
import { parseDatabaseUrl } from '../../packages/server/src/store/target.ts'

export const fillDatabase = async (url: string): Promise<void> => {
  const target = parseDatabaseUrl(url)
  if (!target) throw new Error(`not a database: ${url}`)
  const store = await openStore(target, { onIdleError: () => undefined })
  await migrate(store, 0)
  // On SQLite all of it is in one file from here on.
  await store.close()
}
