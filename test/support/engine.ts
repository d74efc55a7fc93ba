// Both engines, for every test that touches storage: a database of its own each time, removed afterwards.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inject } from 'vitest'
import { migrate } from '../../packages/server/src/store/migrate.ts'
import { openStore } from '../../packages/server/src/store/open.ts'
import type { Store } from '../../packages/server/src/store/store.ts'
import { parseDatabaseUrl, type DatabaseTarget } from '../../packages/server/src/store/target.ts'
import { createDatabase } from './databases.ts'

export const engines = ['sqlite', 'postgres'] as const
export type Engine = (typeof engines)[number]

export interface TestStorage {
  readonly url: string
  readonly target: DatabaseTarget
  remove(): Promise<void>
}

export const createStorage = async (engine: Engine): Promise<TestStorage> => {
  if (engine === 'postgres') {
    const database = await createDatabase(inject('postgresUrl'))
    return { url: database.url, target: targetOf(database.url), remove: () => database.drop() }
  }
  const folder = mkdtempSync(join(tmpdir(), 'challenge-service-test-'))
  const url = `sqlite:${join(folder, 'test.db')}`
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

export interface TestStore {
  readonly store: Store
  readonly storage: TestStorage
  remove(): Promise<void>
}

/** A migrated store without a service around it. */
export const createStore = async (engine: Engine): Promise<TestStore> => {
  const storage = await createStorage(engine)
  const store = await openStore(storage.target, { onIdleError: () => undefined })
  await migrate(store, 0)
  return {
    store,
    storage,
    remove: async () => {
      await store.close()
      await storage.remove()
    },
  }
}
