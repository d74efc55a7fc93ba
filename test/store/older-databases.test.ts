// Databases of release 0.1, brought over: they end at the schema of a new one, whichever step they stood at.
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { isMigrated, migrate } from '../../packages/server/src/store/migrate.ts'
import { migrations } from '../../packages/server/src/store/migrations/all.ts'
import { nameStep } from '../../packages/server/src/store/migrations/migration.ts'
import { stepsOfRelease01 } from '../../packages/server/src/store/migrations/release-01/steps.ts'
import { openStore } from '../../packages/server/src/store/open.ts'
import { once } from '../../packages/server/src/store/statement.ts'
import type { Store } from '../../packages/server/src/store/store.ts'
import { createStorage, createStore, engines, type TestStorage } from '../support/engine.ts'
import { makeOldDatabase } from '../support/old-database.ts'
import { describeSchema } from '../support/schema.ts'

describe.each(engines)('a database of release 0.1, on %s', (engine) => {
  let storage: TestStorage
  let store: Store
  beforeEach(async () => {
    storage = await createStorage(engine)
    store = await openStore(storage.target, { onIdleError: () => undefined })
  })
  afterEach(async () => {
    await store.close()
    await storage.remove()
  })

  // The first step; an early one; the last of the release; the last before 0.2.0.
  it.each([1, 12, 15, 19])('is brought from step %i to the schema of a new one', async (last) => {
    await makeOldDatabase(store, last)
    const pending = [...stepsOfRelease01.filter(({ version }) => version > last), ...migrations]

    expect(await migrate(store, 1)).toEqual(pending.map(nameStep))
    expect(await isMigrated(store)).toBe(true)
    expect(await migrate(store, 2)).toEqual([])
    const fresh = await createStore(engine)
    const [old, made] = [await describeSchema(store, engine), await describeSchema(fresh.store, engine)]
    await fresh.remove()
    expect(old).toEqual(made)
    expect(made.length).toBeGreaterThan(300)
  })

  it('is refused by release 0.1 from then on, since that knows no step after 19', async () => {
    await makeOldDatabase(store, 19)
    await migrate(store, 1)
    const ledger = await store.all(
      once<{ version: number; oldest_release: string }>(
        'select version, oldest_release from schema_migrations where version > 19 order by version',
      ),
    )
    expect(ledger[0]).toEqual({ version: 20, oldest_release: '0.2.0' })
  })

  it('has the rows that a new one begins with', async () => {
    const fresh = await createStore(engine)
    await makeOldDatabase(store, 1)
    await migrate(store, 1)
    for (const table of ['mail_turns', 'write_probe']) {
      const text = once(`select * from ${table}`)
      expect(await store.all(text)).toEqual(await fresh.store.all(text))
    }
    await fresh.remove()
  })
})
