// Calls that their callers gave up on: what was asked of storage for them goes on, and counts until it is answered. Otherwise
// a client that retries while storage is slow piles up work that nobody waits for, and all others wait behind it.
import pg from 'pg'
import { expect, it, onTestFinished } from 'vitest'
import { plantFault } from '../support/planted.ts'
import { startPlanted } from '../support/service.ts'

const LIMIT = 20

it(
  'calls that nobody waits for are counted while PostgreSQL owes their reads',
  { timeout: 120_000 },
  async () => {
    const file = 'packages/server/src/ops/overload.ts'
    const sources = plantFault([{ file, from: 'waitingReads: 2_000', to: `waitingReads: ${LIMIT}` }])
    const service = await startPlanted(sources, 'postgres', {})
    const admin = new pg.Client(service.databaseUrl)
    onTestFinished(async () => {
      await admin.end()
      await service.stop()
      sources.remove()
    })
    const { token } = await service.token(await service.account())
    await admin.connect()
    await admin.query('begin')
    await admin.query('lock table tokens in access exclusive mode')
    const callers = new AbortController()
    const calls = Array.from({ length: LIMIT }, () =>
      fetch(`${service.url}/v1/me`, {
        headers: { authorization: `Bearer ${token}` },
        signal: callers.signal,
      }),
    )
    await expect.poll(() => service.store.waitingReads).toBeGreaterThanOrEqual(LIMIT)
    callers.abort()
    const ends = await Promise.allSettled(calls)
    expect(new Set(ends.map(({ status }) => status))).toEqual(new Set(['rejected']))
    expect((await service.call('GET', '/v1/me', { token })).text).toContain('"reason":"overloaded"')
    expect(service.store.waitingReads).toBeGreaterThanOrEqual(LIMIT)
    await admin.query('rollback')
    await expect.poll(() => service.store.waitingReads).toBe(0)
    expect((await service.call('GET', '/v1/me', { token })).status).toBe(200)
  },
)
