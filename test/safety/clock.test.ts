// The time that the service goes by while the clock of its machine is wrong, jumps, or the server cannot be asked.
import pg from 'pg'
import { request } from 'undici'
import { describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../packages/server/src/kernel/instants.ts'
import { call } from '../support/call.ts'
import { challenge, newChallenge, useFreshPerson } from '../support/people.ts'
import { postgresOfRun } from '../support/run-storage.ts'
import { useFreshService, type TestService } from '../support/service.ts'

const withFigures = { METRICS_PORT: '0' }
const ownTime = { ownsTime: true }
/** Half a round trip, what is lost by rounding, and the two seconds that `readiness` lets pass here and not there. */
const INEXACT_MS = 4_000
/** Before any service of this file was started. */
const begun = Date.now()

/** However long a busy machine takes: no earlier than the tests, and no later than now. */
const expectOurs = (at: number): void => {
  expect(at).toBeGreaterThan(begun - INEXACT_MS)
  expect(at).toBeLessThan(Date.now() + INEXACT_MS)
}

/** After what was found before is forgotten. */
const readiness = async (service: TestService): Promise<readonly [number, string]> => {
  service.clock.advance(2_001)
  const { status, text } = await service.call('GET', '/readyz')
  return [status, (JSON.parse(text) as { readonly status: string }).status]
}

const readSkew = async ({ metricsPort }: TestService): Promise<number> => {
  const { body } = await request(`http://127.0.0.1:${metricsPort}/metrics`)
  return Number(/^challenge_service_clock_skew_seconds (\S+)$/m.exec(await body.text())?.[1])
}

const told = ({ logLines }: TestService): readonly string[] =>
  logLines
    .map((line) => JSON.parse(line) as { readonly msg: string })
    .map(({ msg }) => msg)
    .filter((msg) => /clock of this machine/.test(msg))

describe('on PostgreSQL', () => {
  const service = useFreshService('postgres', withFigures, ownTime)
  const ana = useFreshPerson(service)
  const ben = useFreshPerson(service)

  it('a machine whose clock is wrong stays ready, writes the server’s time, and shows how far it is off', async () => {
    expectOurs(Date.parse((await challenge(ana, ben)).created_at))
    service.clock.set(new Date(Date.now() + 26 * HOUR_MS).toISOString())
    expectOurs(service.clock.now() - (await readSkew(service)) * 1_000)
    expect(await readiness(service)).toEqual([200, 'ready'])
    await service.runDue()
    await service.runDue()
    expectOurs(Date.parse((await challenge(ana, ben)).created_at))
    expect(told(service)).toHaveLength(1)
  })

  it('a process that could not ask for three minutes is not ready until it has', async () => {
    const name = new URL(service.databaseUrl).pathname.slice(1)
    const admin = new pg.Client({ connectionString: (await postgresOfRun()).adminUrl })
    await admin.connect()
    try {
      await admin.query(`alter database ${name} with allow_connections false`)
      await admin.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name])
      for (let minutes = 0; minutes < 3; minutes += 1) {
        service.clock.advance(MINUTE_MS)
        await expect(service.runDue()).rejects.toThrow('the database does not answer')
      }
      expect(await readiness(service)).toEqual([503, 'storage unreachable'])
      await admin.query(`alter database ${name} with allow_connections true`)
      expect(await readiness(service)).toEqual([503, 'clock not measured'])
      await service.runDue()
      expect(await readiness(service)).toEqual([200, 'ready'])
    } finally {
      await admin.end()
    }
  })
})

describe('on SQLite', () => {
  const service = useFreshService('sqlite', withFigures, ownTime)
  const ana = useFreshPerson(service)
  const ben = useFreshPerson(service)

  it('a wall clock that jumps moves nothing at once, and calls and jobs alike after ten steady minutes', async () => {
    const start = service.clock.now()
    const made = await challenge(ana, ben, { due_days: 1 })
    expect(Date.parse(made.created_at)).toBe(start)
    service.clock.set(new Date(start + 26 * HOUR_MS).toISOString())
    await service.runDue()
    expect(await readSkew(service)).toBe(26 * 3_600)
    expect((await challenge(ana, ben)).created_at).toBe(made.created_at)

    service.clock.advance(10 * MINUTE_MS - 1)
    await service.runDue()
    expect((await ana.get(made)).status).toBe('pending')
    expect(await readiness(service)).toEqual([200, 'ready'])

    service.clock.advance(1)
    await service.runDue()
    expect(Date.parse((await challenge(ana, ben)).created_at)).toBe(service.clock.now())
    expect((await ana.get(made)).status).toBe('expired')
    expect((await ana.events()).map(({ type }) => type)).toContain('challenge.expired')
    expect(await readSkew(service)).toBe(0)
    expect(told(service)).toHaveLength(3)
  })

  /** Another start on the same file, with the wall clock so far from where it was. */
  const startAgain = async (aheadMs: number) => {
    await service.runDue()
    service.clock.set(new Date(service.clock.now() + aheadMs).toISOString())
    return service.startNode()
  }

  it('a wall clock that is far ahead at the start ends nothing, also at the second start, and calls go on', async () => {
    const made = await challenge(ana, ben, { due_days: 1 })
    const rightAt = service.clock.now()
    for (let start = 0; start < 2; start += 1) {
      const node = await startAgain(start === 0 ? 40 * DAY_MS : 0)
      for (let minutes = 0; minutes < 9; minutes += 1) {
        await node.runDue()
        service.clock.advance(MINUTE_MS)
      }
      expect((await ana.get(made)).status).toBe('pending')
      const created = await call(node.url, 'POST', '/v1/challenges', {
        token: ana.token,
        body: newChallenge(ben),
      })
      expect(created.status).toBe(201)
    }
    const node = await startAgain(0)
    service.clock.set(new Date(rightAt + 20 * MINUTE_MS).toISOString())
    for (let minutes = 0; minutes < 12; minutes += 1) {
      await node.runDue()
      service.clock.advance(MINUTE_MS)
    }
    expect((await ana.get(made)).status).toBe('pending')
    expect(told(service).filter((line) => /40 days ahead of what was written last/.test(line))).toHaveLength(
      3,
    )
  })

  it('a file that was not used for long is caught up with after ten steady minutes', async () => {
    const made = await challenge(ana, ben, { due_days: 1 })
    const node = await startAgain(40 * DAY_MS)
    await node.runDue()
    service.clock.advance(10 * MINUTE_MS - 1)
    await node.runDue()
    expect((await ana.get(made)).status).toBe('pending')
    service.clock.advance(1)
    await node.runDue()
    expect((await ana.get(made)).status).toBe('expired')
  })

  it('a start within a day is believed at once', async () => {
    const node = await startAgain(DAY_MS)
    await node.runDue()
    expect(told(service)).toEqual([])
  })
})
