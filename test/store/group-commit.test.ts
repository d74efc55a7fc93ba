// The group commit of SQLite: together on disk, apart in every other way.
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { bindingPackage } from '../../packages/server/src/store/sqlite/binding.ts'
import { once, sql } from '../../packages/server/src/store/statements/statement.ts'
import type { Store, Tx } from '../../packages/server/src/store/store.ts'
import { call } from '../support/call.ts'
import { createStore, type TestStore } from '../support/engine.ts'
import { startTestService } from '../support/service.ts'

const insert = sql<never, [name: string]>('test.insert_thing', 'insert into things (name) values ($1)')
const names = sql<{ name: string }, []>('test.thing_names', 'select name from things order by name')

describe('a group commit', () => {
  let test: TestStore
  let store: Store
  beforeEach(async () => {
    test = await createStore('sqlite')
    store = test.store
    await store.write(async (tx) => {
      await tx.run(once('create table things (name text primary key)'))
      await tx.run(
        once('create table owed (thing text references things (name) deferrable initially deferred)'),
      )
    })
  })
  afterEach(() => test.remove())

  const stored = async () => (await store.all(names)).map(({ name }) => name)
  const write = (name: string) => store.write((tx) => tx.run(insert, name))

  it('lets a failing body fail alone', async () => {
    const failure = new Error('no')
    const outcomes = await Promise.allSettled([
      write('a'),
      store.write(async (tx) => {
        await tx.run(insert, 'b')
        throw failure
      }),
      write('a'),
      write('c'),
    ])

    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected', 'fulfilled'])
    expect(outcomes[1]).toMatchObject({ reason: failure })
    expect(await stored()).toEqual(['a', 'c'])
  })

  it('lets a body that fails alone undo nothing but its own', async () => {
    const failing = store.write(async (tx) => {
      await tx.run(insert, 'a')
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    await write('a')
    expect(await stored()).toEqual(['a'])
  })

  it('goes on with a batch when a body fails that has written nothing', async () => {
    const runs: string[] = []
    const outcomes = await Promise.allSettled([
      store.write(async (tx) => {
        runs.push('a')
        await tx.run(insert, 'a')
      }),
      store.write(async (tx) => {
        await tx.all(names)
        throw new Error('no')
      }),
      write('b'),
    ])
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    expect(await stored()).toEqual(['a', 'b'])
    expect(runs).toEqual(['a'])
  })

  it('fails all of a batch when its commit fails', async () => {
    const outcomes = await Promise.allSettled([
      write('a'),
      // Owes a thing that never comes: SQLite refuses the commit itself.
      store.write((tx) => tx.run(once("insert into owed (thing) values ('missing')"))),
      write('b'),
    ])

    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
    expect(await stored()).toEqual([])
    await write('after')
    expect(await stored()).toEqual(['after'])
  })

  it('runs bodies strictly one after another', async () => {
    const steps: string[] = []
    const body = (name: string) => async (tx: Tx) => {
      for (const step of [1, 2, 3]) {
        steps.push(`${name}${step}`)
        await tx.all(names)
      }
    }
    await Promise.all(['a', 'b', 'c', 'd'].map((name) => store.write(body(name))))

    expect(steps).toEqual(['a', 'b', 'c', 'd'].flatMap((name) => [1, 2, 3].map((step) => `${name}${step}`)))
  })

  it('shows nobody what is not committed, and everybody what is', async () => {
    let seenMeanwhile: Promise<readonly string[]> | undefined
    await store.write(async (tx) => {
      await tx.run(insert, 'a')
      // Not awaited here: a body awaits nothing but its tx.
      seenMeanwhile = stored()
      expect((await tx.all(names)).map(({ name }) => name)).toEqual(['a'])
    })

    expect(await seenMeanwhile).toEqual([])
    expect(await stored()).toEqual(['a'])
  })

  it('fails a body that awaits anything but its tx, and goes on with the others', async () => {
    const nested = store.write(async (tx) => {
      await tx.run(insert, 'outer')
      await write('inner')
    })
    const other = write('other')

    await expect(nested).rejects.toThrow('awaited something other than its tx')
    await other
    expect(await stored()).not.toContain('outer')
  })

  it('refuses a tx that outlives its body', async () => {
    const kept = await store.write(async (tx) => ({ tx }))

    await expect(kept.tx.run(insert, 'late')).rejects.toThrow('after its body had settled')
    expect(await stored()).toEqual([])
  })

  it('answers what was accepted before it closes, and accepts nothing after', async () => {
    const accepted = [write('a'), write('b')]
    const closed = store.close()

    await Promise.all(accepted)
    await closed
    await expect(write('c')).rejects.toThrow('closed')
  })
})

const LOCK_MS = 3_000

// Holds the write lock of a database from another process, and says when it has it.
const holder = `
  const { default: Database } = await import('${bindingPackage}')
  const db = new Database(process.argv[1])
  db.exec('begin immediate')
  console.log('locked')
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ${LOCK_MS})
  db.exec('rollback')
  console.log('released')
`

describe('while another process holds the write lock', () => {
  it('reads and /healthz answer at once, and no write fails', async () => {
    const service = await startTestService('sqlite', { READS_PER_MINUTE: '1000000' })
    const { token } = await service.token(await service.account())
    const child = spawn(
      process.execPath,
      ['--input-type=module', '-e', holder, service.databaseUrl.slice('sqlite:'.length)],
      {
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    )
    const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
    expect((await lines.next()).value).toBe('locked')

    const lock = { released: false }
    void lines.next().then(() => (lock.released = true))
    const writes = Array.from({ length: 20 }, (_, i) =>
      call(service.url, 'POST', '/v1/probes', { token, body: { label: `w${i}` } }),
    )
    const waits: number[] = []
    while (!lock.released) {
      for (const path of ['/healthz', '/v1/me']) {
        const startedAt = performance.now()
        expect((await call(service.url, 'GET', path, { token })).status).toBe(200)
        waits.push(performance.now() - startedAt)
      }
    }

    expect((await Promise.all(writes)).map(({ status }) => status)).toEqual(Array(20).fill(201))
    expect(Math.max(...waits)).toBeLessThan(LOCK_MS / 2)
    await service.stop()
  })
})
