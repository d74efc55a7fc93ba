// What both engines promise alike, from one file.
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Fault } from '../../packages/server/src/kernel/refusal.ts'
import { forUpdate } from '../../packages/server/src/store/dialect.ts'
import { migrate, isMigrated } from '../../packages/server/src/store/migrations/migrate.ts'
import { migrations } from '../../packages/server/src/store/migrations/all.ts'
import { nameStep } from '../../packages/server/src/store/migrations/migration.ts'
import { openStore } from '../../packages/server/src/store/open.ts'
import { once, sql } from '../../packages/server/src/store/statements/statement.ts'
import type { Store } from '../../packages/server/src/store/store.ts'
import { createStorage, createStore, engines, type TestStore } from '../support/engine.ts'

interface Counter {
  readonly name: string
  readonly value: number
}

const insert = sql<never, [name: string, value: number]>(
  'test.insert_counter',
  'insert into counters (name, value) values ($1, $2) on conflict (name) do nothing',
)
const lock = sql<Counter, [name: string]>(
  'test.lock_counter',
  `select name, value from counters where name = $1 ${forUpdate}`,
)
const set = sql<never, [value: number, name: string]>(
  'test.set_counter',
  'update counters set value = $1 where name = $2',
)
const all = sql<Counter, []>('test.all_counters', 'select name, value from counters order by name')
const twice = sql<{ a: string; b: string; c: number }, [a: string, c: number]>(
  'test.parameter_twice',
  'select cast($1 as text) as a, cast($1 as text) as b, cast($2 as bigint) as c',
)
const backwards = sql<{ a: string; b: string }, [b: string, a: string]>(
  'test.parameters_backwards',
  'select cast($2 as text) as a, cast($1 as text) as b',
)

describe.each(engines)('a store on %s', (engine) => {
  let test: TestStore
  let store: Store
  beforeEach(async () => {
    test = await createStore(engine)
    store = test.store
    const key = engine === 'postgres' ? 'text collate "C"' : 'text'
    await store.write((tx) =>
      tx.run(once(`create table counters (name ${key} primary key, value bigint not null)`)),
    )
  })
  afterEach(() => test.remove())

  it('lays out parameters that are repeated or out of order', async () => {
    expect(await store.first(twice, 'x', 7)).toEqual({ a: 'x', b: 'x', c: 7 })
    expect(await store.first(backwards, 'b', 'a')).toEqual({ a: 'a', b: 'b' })
  })

  it('gives the answer of a trial, and keeps nothing of it, nor of it alone', async () => {
    const write = (name: string, isTrial: boolean) =>
      store.write(async (tx) => (await tx.run(insert, name, 1)) && (await tx.first(lock, name)), { isTrial })
    expect(await write('alone', true)).toEqual({ name: 'alone', value: 1 })
    const answers = await Promise.all([write('before', false), write('tried', true), write('after', false)])
    expect(answers).toEqual(['before', 'tried', 'after'].map((name) => ({ name, value: 1 })))
    expect((await store.all(all)).map(({ name }) => name)).toEqual(['after', 'before'])
  })

  it('tells how many rows changed', async () => {
    const counts = await store.write(async (tx) => [
      await tx.run(insert, 'a', 1),
      await tx.run(insert, 'a', 1),
      await tx.run(set, 5, 'a'),
      await tx.run(set, 5, 'none'),
    ])
    expect(counts).toEqual([1, 0, 1, 0])
  })

  it('sorts keys by their bytes', async () => {
    await store.write(async (tx) => {
      for (const name of ['b', 'B', 'ä', 'a', '_', 'Z', '0']) await tx.run(insert, name, 0)
    })
    expect((await store.all(all)).map(({ name }) => name)).toEqual(['0', 'B', 'Z', '_', 'a', 'b', 'ä'])
  })

  it('gives whole numbers as numbers, up to the largest safe one', async () => {
    await store.write((tx) => tx.run(insert, 'large', Number.MAX_SAFE_INTEGER))
    expect((await store.all(all))[0]?.value).toBe(Number.MAX_SAFE_INTEGER)
  })

  it('takes everything back when a body throws', async () => {
    const failed = store.write(async (tx) => {
      await tx.run(insert, 'a', 1)
      throw new Fault('no')
    })
    await expect(failed).rejects.toThrow('no')
    expect(await store.all(all)).toEqual([])
  })

  it('sends independent statements of a transaction together', async () => {
    await store.write(async (tx) => {
      const changed = await Promise.all(['a', 'b', 'c'].map((name, value) => tx.run(insert, name, value)))
      expect(changed).toEqual([1, 1, 1])
    })
    expect(await store.all(all)).toHaveLength(3)
  })

  it('runs along what nobody waits for, in its turn', async () => {
    const seen = await store.write(async (tx) => {
      tx.enqueue(insert, 'a', 1)
      const before = await tx.all(all)
      tx.enqueue(set, 2, 'a')
      tx.enqueue(insert, 'b', 3)
      return before
    })
    expect(seen).toEqual([{ name: 'a', value: 1 }])
    expect(await store.all(all)).toEqual([
      { name: 'a', value: 2 },
      { name: 'b', value: 3 },
    ])
  })

  it('keeps nothing where what runs along fails', async () => {
    const failed = store.write(async (tx) => {
      await tx.run(insert, 'a', 1)
      tx.enqueue(once("insert into counters (name, value) values ('b', null)"))
      return 'done'
    })
    await expect(failed).rejects.toThrow(/null/i)
    expect(await store.all(all)).toEqual([])
  })

  it('keeps nothing of what runs along in a body that throws', async () => {
    const failed = store.write(async (tx) => {
      tx.enqueue(insert, 'a', 1)
      throw new Fault('no')
    })
    await expect(failed).rejects.toThrow('no')
    expect(await store.all(all)).toEqual([])
  })

  it('commits a body that did nothing', async () => {
    expect(await store.write(async () => 'done')).toBe('done')
  })

  it('refuses a tx after its body', async () => {
    const kept = await store.write(async (tx) => ({ tx }))
    await expect(kept.tx.first(lock, 'a')).rejects.toThrow('after its body had settled')
    expect(() => kept.tx.enqueue(insert, 'a', 1)).toThrow('after its body had settled')
  })

  it('loses no increment of 100 at once', async () => {
    await store.write((tx) => tx.run(insert, 'a', 0))
    const increment = () =>
      store.write(async (tx) => {
        const counter = await tx.first(lock, 'a')
        await tx.run(set, (counter?.value ?? Number.NaN) + 1, 'a')
      })
    await Promise.all(Array.from({ length: 100 }, increment))

    expect(await store.all(all)).toEqual([{ name: 'a', value: 100 }])
  })

  it('does not acknowledge a transaction that went on after a failed statement', async () => {
    const careless = store.write(async (tx) => {
      await tx.run(insert, 'a', 1)
      await tx.all(once('select nothing from nowhere')).catch(() => undefined)
      return 'done'
    })
    const outcome = await careless.catch(() => 'failed')
    const stored = (await store.all(all)).map(({ name }) => name)
    expect({ outcome, stored }).toEqual({ outcome: 'failed', stored: [] })
  })

  it('keeps nothing of a statement that failed half-way, whatever the body makes of it', async () => {
    const careless = store.write((tx) =>
      tx.run(once("insert into counters (name, value) values ('a', 1), ('b', null)")).catch(() => 0),
    )
    await expect(careless).rejects.toThrow(/NOT NULL|went on/)
    expect(await store.all(all)).toEqual([])
  })
})

describe('a deadlock on PostgreSQL', () => {
  it('is run again, whole, and both come through', async () => {
    const test = await createStore('postgres')
    const { store } = test
    await store.write(async (tx) => {
      await tx.run(once('create table counters (name text primary key, value bigint not null)'))
      for (const name of ['a', 'b']) await tx.run(insert, name, 0)
    })
    let attempts = 0
    const meeting = { arrived: 0, open: () => undefined as void }
    const bothHoldOne = new Promise<void>((resolve) => (meeting.open = resolve))
    const increment = (first: string, second: string) =>
      store.write(async (tx) => {
        attempts += 1
        await tx.run(set, 1, first)
        meeting.arrived += 1
        if (meeting.arrived === 2) meeting.open()
        await bothHoldOne
        await tx.run(set, 1, second)
      })
    await Promise.all([increment('a', 'b'), increment('b', 'a')])

    expect(attempts).toBeGreaterThan(2)
    expect((await store.all(all)).map(({ value }) => value)).toEqual([1, 1])
    await test.remove()
  })
})

describe.each(engines)('migrations on %s', (engine) => {
  it('are applied once when several nodes start at once', async () => {
    const storage = await createStorage(engine)
    const stores = await Promise.all(
      Array.from({ length: 4 }, () => openStore(storage.target, { onIdleError: () => undefined })),
    )
    const applied = await Promise.all(stores.map((store) => migrate(store, 0)))
    const [first] = stores

    expect(applied.filter((each) => each.length > 0)).toEqual([migrations.map(nameStep)])
    expect(first && (await isMigrated(first))).toBe(true)
    expect(first && (await migrate(first, 0))).toEqual([])
    await Promise.all(stores.map((store) => store.close()))
    await storage.remove()
  })

  it('let no value into a column that is not on its list', async () => {
    const test = await createStore(engine)
    const addAccount = (plan: string): Promise<number> =>
      test.store.write(async (tx) => {
        await tx.run(once("insert into people (id, email, created_at) values ('per_1', 'a@x.example', 0)"))
        return tx.run(
          once(`insert into accounts (id, person_id, first_name, plan, created_at)
                values ('acc_1', 'per_1', 'Ana', '${plan}', 0)`),
        )
      })
    await expect(addAccount('gold')).rejects.toThrow(/check constraint/i)
    expect(await addAccount('club')).toBe(1)
    await test.remove()
  })

  /** A database that a newer release has brought further, to be used by `oldestRelease` and later. */
  const createNewer = async (oldestRelease: string): Promise<TestStore> => {
    const test = await createStore(engine)
    await test.store.write((tx) =>
      tx.run(
        once(`insert into schema_migrations (version, name, applied_at, oldest_release)
              values (9998, 'harmless', 0, '0.2.0'), (9999, 'future', 0, '${oldestRelease}')`),
      ),
    )
    return test
  }

  it('of a newer release let every release go on that they name, or a later one', async () => {
    const test = await createNewer('0.3.0')
    for (const release of ['0.3.0', '0.3.1', '0.10.0', '1.0.0']) {
      expect(await migrate(test.store, 0, release)).toEqual([])
    }
    expect(await isMigrated(test.store)).toBe(true)
    await test.remove()
  })

  it('of a newer release refuse an older one than they name, and say both', async () => {
    const test = await createNewer('0.3.0')
    for (const release of ['0.2.0', '0.2.9', '0.3.0-rc.1']) {
      await expect(migrate(test.store, 0, release)).rejects.toThrow(
        `may be used by 0.3.0 and later: this is ${release}`,
      )
    }
    await test.remove()
  })

  it('refuse an older release also where it knows steps that are not applied yet, and apply none', async () => {
    const test = await createNewer('0.3.0')
    const { store } = test
    await store.write((tx) => tx.run(once('delete from schema_migrations where version = 40')))
    await expect(migrate(store, 0, '0.2.0')).rejects.toThrow('may be used by 0.3.0')
    expect(await isMigrated(store)).toBe(false)
    await test.remove()
  })
})

describe('PostgreSQL that is set to forget', () => {
  it('is named', async () => {
    const test = await createStore('postgres')
    const problems = await test.store.listUnsafeSettings()
    // The server of the tests runs without fsync, for speed.
    expect(problems).toContain('fsync is off')
    await test.remove()
  })
})
