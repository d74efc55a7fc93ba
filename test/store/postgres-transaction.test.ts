// How a transaction on PostgreSQL goes on when statements or connections fail under it. (What it promises alike on
// both engines is in store.test.ts.)
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { once, sql } from '../../packages/server/src/store/statements/statement.ts'
import type { Store, Tx } from '../../packages/server/src/store/store.ts'
import { createStore, type TestStore } from '../support/engine.ts'

const LOCK = 11

const divide = sql<{ value: number }, [by: number]>(
  'test.divide_in_tx',
  'select 10 / cast($1 as bigint) as value',
)
const add = sql<never, [name: string]>('test.add_note', 'insert into notes (name) values ($1)')
const list = sql<{ name: string }, []>('test.list_notes', 'select name from notes order by name')
const giveWay = once("do $$ begin raise exception 'another comes first' using errcode = '40P01'; end $$")

describe('a transaction on postgres', () => {
  let test: TestStore
  let store: Store
  let admin: pg.Client
  beforeEach(async () => {
    test = await createStore('postgres')
    store = test.store
    admin = new pg.Client(test.storage.url)
    await admin.connect()
    await admin.query('create table notes (name text collate "C" primary key)')
  })
  afterEach(async () => {
    await admin.end()
    await test.remove()
  })

  const notes = async (): Promise<readonly string[]> => (await store.all(list)).map(({ name }) => name)

  const endConnectionOf = async (tx: Tx): Promise<void> => {
    const row = await tx.first(once<{ pid: number }>('select pg_backend_pid() as pid'))
    await admin.query('select pg_terminate_backend($1, 10000)', [row?.pid])
  }

  it('is run again where its connection is lost before the commit', async () => {
    let attempts = 0
    await store.write(async (tx) => {
      attempts += 1
      await tx.run(add, `attempt ${attempts}`)
      if (attempts === 1) await endConnectionOf(tx)
      await tx.run(add, 'done')
    })
    expect(await notes()).toEqual(['attempt 2', 'done'])
  })

  it('is run again where its connection was lost while nobody used it', async () => {
    const idle = await store.write((tx) => tx.first(once<{ pid: number }>('select pg_backend_pid() as pid')))
    await admin.query('select pg_terminate_backend($1, 10000)', [idle?.pid])
    await store.write((tx) => tx.run(add, 'done'))
    expect(await notes()).toEqual(['done'])
  })

  it('is run again where it was taken for frozen', async () => {
    let attempts = 0
    await store.write(async (tx) => {
      attempts += 1
      await tx.run(add, `attempt ${attempts}`)
      const isOver = async (): Promise<boolean> =>
        (await admin.query("select 1 from pg_stat_activity where state like 'idle in tr%'")).rowCount === 0
      if (attempts === 1) await vi.waitUntil(isOver, { timeout: 20_000 })
    })
    expect(await notes()).toEqual(['attempt 2'])
  })

  it('waits for a lock for ten seconds in all, in waits of a second', async () => {
    await admin.query("insert into notes (name) values ('held')")
    await admin.query('begin; select name from notes for update')
    const from = performance.now()
    let attempts = 0
    const write = store.write(async (tx) => {
      attempts += 1
      await tx.run(once("update notes set name = 'mine'"))
    })
    await expect(write).rejects.toThrow('another process has held the lock of the database for too long')
    expect(performance.now() - from).toBeGreaterThan(10_000)
    expect(attempts).toBeGreaterThan(5)
    await admin.query('rollback')
  })

  it('fails, and is not run again, where its connection is lost during the commit', async () => {
    await admin.query(`
      create function wait_for_lock() returns trigger language plpgsql as $$
        begin perform pg_advisory_xact_lock(${LOCK}); return null; end $$;
      create constraint trigger at_commit after insert on notes
        deferrable initially deferred for each row execute function wait_for_lock();
      select pg_advisory_lock(${LOCK})`)
    let attempts = 0
    const write = store.write(async (tx) => {
      attempts += 1
      await tx.run(add, 'unknown')
    })
    const outcome = write.then(
      () => 'acknowledged',
      () => 'failed',
    )
    for (let ended = 0; ended === 0;) {
      const { rows } = await admin.query<{ ended: number }>(
        `select count(pg_terminate_backend(pid))::int as ended from pg_stat_activity
         where datname = current_database() and wait_event = 'advisory'`,
      )
      ended = rows[0]?.ended ?? 0
    }
    expect({ outcome: await outcome, attempts }).toEqual({ outcome: 'failed', attempts: 1 })
    await admin.query('select pg_advisory_unlock($1)', [LOCK])
  })

  it('is run again whichever of the statements issued together had to give way', async () => {
    let attempts = 0
    const deep = async (tx: Tx): Promise<unknown> => {
      const inner = async (): Promise<unknown> => (attempts === 1 ? await tx.run(giveWay) : await notes())
      return await inner()
    }
    await store.write(async (tx) => {
      attempts += 1
      await Promise.all([deep(tx), tx.run(add, 'a'), tx.run(add, 'b')])
    })
    expect({ attempts, notes: await notes() }).toEqual({ attempts: 2, notes: ['a', 'b'] })
  })

  it('is run again where what goes along with the commit had to give way', async () => {
    let attempts = 0
    await store.write(async (tx) => {
      attempts += 1
      await tx.run(add, 'a')
      if (attempts === 1) tx.enqueue(giveWay)
    })
    expect({ attempts, notes: await notes() }).toEqual({ attempts: 2, notes: ['a'] })
  })

  it.each([
    ['as its first', async () => undefined],
    ['after others', async (tx: Tx) => void (await tx.all(list))],
  ])('sends nothing any more that was issued %s when its body threw', async (_, before) => {
    const failed = store.write(async (tx) => {
      await before(tx)
      await Promise.all([tx.run(add, 'late'), Promise.reject(new Error('no'))])
    })
    await expect(failed).rejects.toThrow('no')
    await store.write((tx) => tx.run(add, 'next'))
    expect(await notes()).toEqual(['next'])
  })

  it('tells where in the body a statement was that failed', async () => {
    const nameInTrace = (tx: Tx): Promise<unknown> => tx.first(divide, 0)
    const failed = await store
      .write(async (tx) => await Promise.all([nameInTrace(tx), tx.run(add, 'a')]))
      .catch((error: unknown) => error)
    expect(failed).toBeInstanceOf(pg.DatabaseError)
    expect(String((failed as Error).stack)).toContain('postgres-transaction.test.ts')
  })

  it('uses a statement again that failed when it was first used', async () => {
    const tenBy = async (by: number): Promise<number | undefined> =>
      (await store.write((tx) => tx.first(divide, by)))?.value
    await expect(tenBy(0)).rejects.toThrow('division by zero')
    expect(await tenBy(2)).toBe(5)
    await expect(tenBy(0)).rejects.toThrow('division by zero')
    expect(await tenBy(5)).toBe(2)
  })

  it('prepares a statement once on a connection', async () => {
    const uses = once<{ uses: number }>(
      `select generic_plans + custom_plans as uses from pg_prepared_statements where name = '${divide.name}'`,
    )
    const row = await store.write(async (tx) => {
      for (const by of [1, 2, 5]) await tx.first(divide, by)
      return await tx.first(uses)
    })
    expect(row?.uses).toBe(3)
  })

  it('uses a statement many times at once that was never used before', async () => {
    const rows = await store.write((tx) => Promise.all([1, 2, 5, 10].map((by) => tx.first(divide, by))))
    expect(rows.map((row) => row?.value)).toEqual([10, 5, 2, 1])
  })
})
