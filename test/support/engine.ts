// The engines of a test, and a database of its own each time, removed afterwards.
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { inject } from 'vitest'
import { openStore } from '../../packages/server/src/store/open.ts'
import { once } from '../../packages/server/src/store/statements/statement.ts'
import type { Store, Tx } from '../../packages/server/src/store/store.ts'
import { parseDatabaseUrl, type DatabaseTarget } from '../../packages/server/src/store/target.ts'
import { createDatabase } from './databases.ts'
import { postgresOfRun, runFolder, sqliteOfRun } from './run-storage.ts'

export type Engine = 'sqlite' | 'postgres'

declare module 'vitest' {
  export interface ProvidedContext {
    readonly engines: readonly Engine[]
  }
}

/** Those that this file is to run on: test/what-runs.ts says which. */
export const engines: readonly Engine[] = inject('engines')

export interface TestStorage {
  readonly url: string
  readonly target: DatabaseTarget
  remove(): Promise<void>
}

/** An empty one. */
export const createStorage = (engine: Engine): Promise<TestStorage> => create(engine, 'empty')

/** One with all tables, and without rows. */
export const createMigrated = (engine: Engine): Promise<TestStorage> => create(engine, 'migrated')

const create = async (engine: Engine, state: 'empty' | 'migrated'): Promise<TestStorage> => {
  if (engine === 'postgres') {
    const { adminUrl, original } = await postgresOfRun()
    const database = await createDatabase(adminUrl, state === 'migrated' ? original : undefined)
    return { url: database.url, target: targetOf(database.url), remove: () => database.drop() }
  }
  const folder = mkdtempSync(join(runFolder(), 'test-'))
  const path = join(folder, 'test.db')
  if (state === 'migrated') copyFileSync((await sqliteOfRun()).original, path)
  const url = `sqlite:${path}`
  return {
    url,
    target: targetOf(url),
    remove: async () => rmSync(folder, { recursive: true, force: true }),
  }
}

const targetOf = (url: string): DatabaseTarget => {
  const target = parseDatabaseUrl(url)
  if (!target) throw new Error(`not a database: ${url}`)
  return target
}

/** On PostgreSQL: lets a test hold a transaction open for as long as it likes. The store would let it go, as frozen. */
export const holdOpen = (tx: Tx): Promise<unknown> =>
  tx.run(once('set local idle_in_transaction_session_timeout = 0'))

export interface TestStore {
  readonly store: Store
  readonly storage: TestStorage
  remove(): Promise<void>
}

/** A migrated store without a service around it. */
export const createStore = async (engine: Engine): Promise<TestStore> => {
  const storage = await createMigrated(engine)
  const store = await openStore(storage.target, { onIdleError: () => undefined })
  return {
    store,
    storage,
    remove: async () => {
      await store.close()
      await storage.remove()
    },
  }
}
