// Databases of older versions: one of the last release is brought to the schema of a new one. What no release goes on
// from is refused, and stays as it is.
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { findSchemaState, isMigrated, migrate } from '../../packages/server/src/store/migrations/migrate.ts'
import { openStore } from '../../packages/server/src/store/open.ts'
import { once } from '../../packages/server/src/store/statements/statement.ts'
import type { Store } from '../../packages/server/src/store/store.ts'
import { createStorage, engines, type TestStorage } from '../support/engine.ts'
import { commandByLastRelease, showByLastRelease, unpackLastRelease } from '../support/last-release.ts'
import { makeOldDatabase } from '../support/old-database.ts'
import { plantFault } from '../support/planted.ts'
import { describeSchema } from '../support/schema.ts'
import { listTables } from '../support/tables.ts'

// Commands of the last release take a second each.
vi.setConfig({ testTimeout: 60_000 })

const last = unpackLastRelease()
afterAll(() => last.remove())

describe.each(engines)('on %s', (engine) => {
  const opened: { readonly storage: TestStorage; readonly store: Store }[] = []
  let storage: TestStorage
  let store: Store

  const openNew = async () => {
    const on = await createStorage(engine)
    const made = { storage: on, store: await openStore(on.target, { onIdleError: () => undefined }) }
    opened.push(made)
    return made
  }
  beforeEach(async () => {
    ;({ storage, store } = await openNew())
  })
  afterEach(async () => {
    for (const made of opened.splice(0)) {
      await made.store.close()
      await made.storage.remove()
    }
  })

  const runLast = (...args: readonly string[]) => commandByLastRelease(last, storage.url, ...args)

  /** The schema and every row, the ledger included. */
  const readAll = async () => {
    const rows: unknown[] = []
    for (const table of await listTables(store, storage.url))
      rows.push([table, await store.all(once(`select * from ${table}`))])
    return { schema: await describeSchema(store, engine), rows }
  }

  const expectRefused = async (sentence: string): Promise<void> => {
    const before = await readAll()
    await expect(migrate(store, 1)).rejects.toThrow(sentence)
    await expect(findSchemaState(store)).rejects.toThrow(sentence)
    expect(await readAll()).toEqual(before)
  }

  describe('a database of the last release', () => {
    /** The schemas of one that is brought over, and of a new one. */
    const bothWays = async (by: typeof migrate) => {
      const fresh = await openNew()
      await runLast('migrate')
      await by(store, 1)
      await by(fresh.store, 1)
      return [await describeSchema(store, engine), await describeSchema(fresh.store, engine)] as const
    }

    it('is brought to the schema of a new one, by one step', async () => {
      const [brought, made] = await bothWays(migrate)
      expect(brought).toEqual(made)
      expect(made.length).toBeGreaterThan(300)
      expect(await isMigrated(store)).toBe(true)
      expect(await migrate(store, 2)).toEqual([])
      const steps = 'select version, name, oldest_release from schema_migrations order by version'
      expect(await store.all(once(steps))).toEqual([
        { version: 20, name: 'release 0.2.0', oldest_release: '0.2.0' },
        { version: 40, name: 'release 0.3.0', oldest_release: '0.2.0' },
      ])
    })

    const step = 'packages/server/src/store/migrations/0040-release-03.ts'
    it.each([
      ['an index', step, `'create index quota_usage_by_month on quota_usage (month)',`, ''],
      ['a default', step, 'role_changes {int} not null default 0', 'role_changes {int} not null default 1'],
      ['a column', 'packages/server/src/store/schema/upkeep.ts', 'made_at: int()', 'made_at: orNull(int())'],
    ])('would differ from a new one where %s does', async (_, file, from, to) => {
      const sources = plantFault([{ file, from, to }])
      const planted = await sources.load<{ migrate: typeof migrate }>(
        'packages/server/src/store/migrations/migrate.ts',
      )
      const [brought, made] = await bothWays(planted.migrate)
      expect(brought).not.toEqual(made)
      sources.remove()
    })
  })

  describe('a database of release 0.1', () => {
    const sentence = 'start release 0.2.0 on it once, then this one'

    // The first step; the last of the release; the last before 0.2.0.
    it.each([1, 15, 19])('is refused at step %i', async (newest) => {
      await makeOldDatabase(store, last, newest)
      await expectRefused(sentence)
    })

    it('goes by way of the last release, once that one has served it', async () => {
      await makeOldDatabase(store, last)
      await runLast('migrate')
      // Its keys are kept from its first start on.
      await expectRefused(sentence)
      const secretKey = Buffer.alloc(32, 1).toString('base64')
      const tokens = { ana: '', ben: '', group: '' }
      await showByLastRelease(last, storage.url, { secretKey, now: 1, tokens, paths: {} })
      expect(await migrate(store, 2)).toEqual(['0040-release 0.3.0'])
      const fresh = await openNew()
      await migrate(fresh.store, 2)
      expect(await describeSchema(store, engine)).toEqual(await describeSchema(fresh.store, engine))
    })
  })

  it('a database of an unreleased version is refused, whichever of its steps it has', async () => {
    await runLast('migrate')
    for (const [version, name] of [
      [21, 'had club'],
      [36, 'upkeep'],
    ] as const) {
      await store.write((tx) =>
        tx.run(
          once(`insert into schema_migrations (version, name, applied_at) values (${version}, '${name}', 0)`),
        ),
      )
      await expectRefused(`changed by an unreleased version (step 00${version}-${name})`)
    }
  })
})
