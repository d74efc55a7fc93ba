// Both engines, for every test that touches storage: a database of its own each time, removed afterwards.
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inject } from 'vitest'
import { openStore } from '../../packages/server/src/store/open.ts'
import { once } from '../../packages/server/src/store/statement.ts'
import type { Store, Tx } from '../../packages/server/src/store/store.ts'
import { parseDatabaseUrl, type DatabaseTarget } from '../../packages/server/src/store/target.ts'
import { createDatabase } from './databases.ts'
import type { Originals } from './originals.ts'

export const engines = ['sqlite', 'postgres'] as const
export type Engine = (typeof engines)[number]

export interface TestStorage {
  readonly url: string
  readonly target: DatabaseTarget
  remove(): Promise<void>
}

/** An empty one. */
export const createStorage = (engine: Engine): Promise<TestStorage> => createFrom(engine)

/** One with all tables, and without rows. */
export const createMigrated = (engine: Engine): Promise<TestStorage> =>
  createFrom(engine, inject('originals'))

const createFrom = async (engine: Engine, originals?: Originals): Promise<TestStorage> => {
  if (engine === 'postgres') {
    const database = await createDatabase(inject('postgresUrl'), originals?.database)
    return { url: database.url, target: targetOf(database.url), remove: () => database.drop() }
  }
  const folder = mkdtempSync(join(tmpdir(), 'challenge-service-test-'))
  const path = join(folder, 'test.db')
  if (originals) copyFileSync(originals.file, path)
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
