// Reads on PostgreSQL share a few connections; losing those is no reason to fail a read.
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { sql } from '../../packages/server/src/store/statements/statement.ts'
import { createStore, type TestStore } from '../support/engine.ts'

const READS = 40
const LOCK = 7

const afterLock = sql<{ value: number }, [value: number]>(
  'test.read_after_lock',
  `select cast($1 as bigint) as value from pg_advisory_xact_lock_shared(${LOCK})`,
)
const divide = sql<{ value: number }, [by: number]>('test.divide', 'select 10 / cast($1 as bigint) as value')

describe('reads outside a transaction on postgres', () => {
  let test: TestStore
  let admin: pg.Client
  beforeEach(async () => {
    test = await createStore('postgres')
    admin = new pg.Client(test.storage.url)
    await admin.connect()
  })
  afterEach(async () => {
    await admin.end()
    await test.remove()
  })

  it('each get their own answer, whatever is asked beside them', async () => {
    const asked = Array.from({ length: READS }, (_, index) => index)
    const rows = await Promise.all(asked.map((value) => test.store.first(afterLock, value)))
    expect(rows.map((row) => row?.value)).toEqual(asked)
  })

  it('fail alone', async () => {
    const outcomes = await Promise.allSettled([1, 0, 2, 0, 5].map((by) => test.store.first(divide, by)))
    expect(
      outcomes.map((outcome) => (outcome.status === 'fulfilled' ? outcome.value?.value : 'failed')),
    ).toEqual([10, 'failed', 5, 'failed', 2])
  })

  it('are answered though every connection is lost while they wait', async () => {
    await admin.query('select pg_advisory_lock($1)', [LOCK])
    const reads = Array.from({ length: READS }, (_, index) => test.store.first(afterLock, index))
    let ended = 0
    while (ended === 0) {
      const { rows } = await admin.query<{ ended: number }>(
        `select count(pg_terminate_backend(pid))::int as ended from pg_stat_activity
         where datname = current_database() and wait_event = 'advisory'`,
      )
      ended = rows[0]?.ended ?? 0
    }
    await admin.query('select pg_advisory_unlock($1)', [LOCK])
    const rows = await Promise.all(reads)
    expect(rows.map((row) => row?.value)).toEqual(reads.map((_, index) => index))
  })
})
