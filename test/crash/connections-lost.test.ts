// A node outlives its connections to PostgreSQL: a restart or a failover of the database costs at most the calls
// whose commit was under way, and those are told so.
import pg from 'pg'
import { expect, it, onTestFinished } from 'vitest'
import { sql } from '../../packages/server/src/store/statements/statement.ts'
import { call } from '../support/call.ts'
import { prepareDatabase } from '../support/child-service.ts'

const CLIENTS = 16
const LOSSES = 12
const BETWEEN = 40

const stored = sql<{ id: string; label: string }, []>('test.kept_probes', 'select id, label from probes')

it('a node goes on when all of its connections are ended under load', { timeout: 240_000 }, async () => {
  const database = await prepareDatabase('postgres')
  const admin = new pg.Client(database.settings['DATABASE_URL'])
  onTestFinished(async () => {
    await admin.end()
    await database.remove()
  })
  await admin.connect()
  const service = await database.start()
  const life = { over: false }
  void service.ended.then(() => (life.over = true))

  const acknowledged = new Map<string, string>()
  const answers: number[] = []
  const create = async (label: string): Promise<void> => {
    for (let status = 0; status !== 201;) {
      const options = { token: database.token, body: { label }, headers: { 'idempotency-key': label } }
      const reply = await call(service.url, 'POST', '/v1/probes', options)
      status = reply.status
      answers.push(status)
      if (status === 201) acknowledged.set(label, (reply.body.data as { id: string }).id)
    }
  }
  const load = { over: false }
  const clients = Array.from({ length: CLIENTS }, async (_, client) => {
    for (let n = 0; !load.over; n += 1) await create(`${client}-${n}`)
  })
  let lost = 0
  for (let losses = 0; losses < LOSSES; losses += 1) {
    const { size } = acknowledged
    await expect.poll(() => life.over || acknowledged.size >= size + BETWEEN).toBe(true)
    expect(life.over).toBe(false)
    const { rowCount } = await admin.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid()`,
    )
    lost += rowCount ?? 0
  }
  load.over = true
  await Promise.all(clients)

  expect(lost).toBeGreaterThan(LOSSES)
  expect(answers.filter((status) => status !== 201 && status !== 500)).toEqual([])
  const kept = await database.inspect((store) => store.all(stored))
  expect(kept).toHaveLength(acknowledged.size)
  expect(new Map(kept.map(({ label, id }) => [label, id]))).toEqual(acknowledged)
  expect(answers.filter((status) => status === 500).length).toBeLessThan(lost)
})
