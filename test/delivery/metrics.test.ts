// The operator's figures, as Prometheus reads them, on a port of their own.
import pg from 'pg'
import { request } from 'undici'
import { afterEach, describe, expect, it } from 'vitest'
import { DAY_MS } from '../../packages/server/src/kernel/instants.ts'
import { noteBackup } from '../../packages/server/src/store/health/last-backup.ts'
import { thisRelease } from '../../packages/server/src/kernel/release.ts'
import { once } from '../../packages/server/src/store/statements/statement.ts'
import { engines } from '../support/engine.ts'
import { challenge, person } from '../support/people.ts'
import { openReceivers, receivers } from '../support/receivers.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { openStream } from '../support/stream.ts'
import { actOn, loopbackAllowed, subscribe } from '../support/subscriptions.ts'

describe.each(engines)('metrics, on %s', (engine) => {
  let service: TestService
  const { keep, close } = openReceivers()
  afterEach(async () => {
    await close()
    await service.stop()
  })
  const read = async (path = '/metrics') => {
    const { statusCode, body } = await request(`http://127.0.0.1:${service.metricsPort}${path}`)
    return { status: statusCode, text: await body.text() }
  }
  const valueOf = async (line: string): Promise<number> => {
    const { text } = await read()
    const found = text.split('\n').find((one) => one.startsWith(`${line} `))
    return Number(found?.slice(line.length))
  }

  it('count attempts by outcome, and tell how much waits and for how long', async () => {
    service = await startTestService(engine, { ...loopbackAllowed, METRICS_PORT: '0' })
    const [healthy, failing] = [await keep(receivers.healthy()), await keep(receivers.failing())]
    const ana = await person(service)
    const [good, bad] = [await subscribe(ana, healthy), await subscribe(ana, failing)]
    for (let n = 0; n < 3; n += 1) await actOn(ana, good, 'test', {}, 202)
    await actOn(ana, bad, 'test', {}, 202)
    service.clock.advance(7_000)
    expect(await valueOf('challenge_service_webhook_waiting')).toBe(4)
    expect(await valueOf('challenge_service_webhook_oldest_waiting_seconds')).toBe(7)

    await service.runDue()
    expect(await valueOf('challenge_service_webhook_attempts_total{outcome="delivered"}')).toBe(3)
    expect(await valueOf('challenge_service_webhook_attempts_total{outcome="refused_status"}')).toBe(1)
    expect(await valueOf('challenge_service_webhook_waiting')).toBe(1)
    expect(await valueOf('challenge_service_webhook_oldest_waiting_seconds')).toBe(0)
    expect(await valueOf('challenge_service_webhook_lag_seconds_count')).toBe(4)
    expect(await valueOf('challenge_service_webhook_lag_seconds_sum')).toBe(28)
  })

  it('count calls by the pattern of their route, never by their path', async () => {
    service = await startTestService(engine, { METRICS_PORT: '0' })
    const { token } = await service.token(await service.account())
    await service.call('GET', '/v1/me', { token })
    await service.call('GET', '/v1/me?limit=1', { token })
    for (const path of ['/secret-path', '/v1/secret', '/v1/me/secret?x=1']) await service.call('GET', path)
    await service.call('GET', '/v1/challenges/ch_secret', { token })
    const requests = 'challenge_service_http_requests_total'
    await expect
      .poll(() => valueOf(`${requests}{method="GET",route="/v1/challenges/:id",status="404"}`))
      .toBe(1)
    expect(await valueOf(`${requests}{method="GET",route="/v1/me",status="200"}`)).toBe(1)
    expect(await valueOf(`${requests}{method="GET",route="/v1/me",status="400"}`)).toBe(1)
    expect(await valueOf(`${requests}{method="GET",route="unknown",status="404"}`)).toBe(3)
    const times = 'challenge_service_http_request_seconds'
    expect(await valueOf(`${times}_count{method="GET",route="/v1/me"}`)).toBe(2)
    expect(await valueOf(`${times}_bucket{method="GET",route="/v1/me",le="+Inf"}`)).toBe(2)
    expect(await valueOf('challenge_service_refusals_total{code="not_found",reason="path_unknown"}')).toBe(3)
    expect((await read()).text).not.toContain('secret')
  })

  it('tell of limits, mails, commits, connections and the release', async () => {
    service = await startTestService(engine, { METRICS_PORT: '0', READS_PER_MINUTE: '1' })
    const { token } = await service.token(await service.account())
    for (let n = 0; n < 3; n += 1) await service.call('GET', '/v1/me', { token })
    expect(await valueOf('challenge_service_refusals_total{code="rate_limited",reason="rate_passed"}')).toBe(
      2,
    )
    expect(await valueOf(`challenge_service_build_info{version="${thisRelease}"}`)).toBe(1)
    expect(await valueOf('challenge_service_storage_sampled')).toBe(1)
    expect(await valueOf('challenge_service_commit_seconds_count')).toBeGreaterThan(0)
    expect(await valueOf('challenge_service_commit_transactions_sum')).toBeGreaterThanOrEqual(
      await valueOf('challenge_service_commit_transactions_count'),
    )
    expect(await valueOf('challenge_service_mails_waiting{kind="notice"}')).toBe(0)
    expect(await valueOf('challenge_service_mails_waiting{kind="sign_in"}')).toBe(0)
    const pool = await valueOf('challenge_service_pool_connections{state="open"}')
    expect(pool > 0).toBe(engine === 'postgres')
    expect(await valueOf('nodejs_eventloop_lag_p99_seconds')).toBeGreaterThanOrEqual(0)
    expect(await valueOf('process_resident_memory_bytes')).toBeGreaterThan(0)
  })

  it('tell how many mails are due, and since when', async () => {
    service = await startTestService(engine, { METRICS_PORT: '0' })
    const [ana, bo] = [await person(service), await person(service)]
    await challenge(ana, bo)
    service.clock.advance(30_000)
    expect(await valueOf('challenge_service_mails_waiting{kind="notice"}')).toBeGreaterThan(0)
    expect(await valueOf('challenge_service_mails_oldest_waiting_seconds{kind="notice"}')).toBe(30)
    await service.runDue()
    expect(await valueOf('challenge_service_mails_waiting{kind="notice"}')).toBe(0)
  })

  it('tell how old the last backup is, and nothing of it while there never was one', async () => {
    service = await startTestService(engine, { METRICS_PORT: '0' })
    const figure = 'challenge_service_last_backup_age_seconds'
    expect((await read()).text).not.toContain(`\n${figure} `)
    await service.store.write((tx) => noteBackup(tx, service.clock.now()))
    service.clock.advance(3 * DAY_MS)
    expect(await valueOf(figure)).toBe(3 * 86_400)
    await service.store.write((tx) => noteBackup(tx, service.clock.now()))
    expect(await valueOf(figure)).toBe(0)
  })

  it('tell of the room on the disk of a file, and not on that of a server', async () => {
    service = await startTestService(engine, { METRICS_PORT: '0' })
    const [free, size] = [
      await valueOf('challenge_service_disk_free_bytes'),
      await valueOf('challenge_service_disk_size_bytes'),
    ]
    expect(free > 0 && free <= size).toBe(engine === 'sqlite')
    expect((await read()).text.includes('disk_')).toBe(engine === 'sqlite')
  })

  it('tell of each job how often it ran, what came of it, how long it took, and when it last succeeded', async () => {
    service = await startTestService(engine, { METRICS_PORT: '0' })
    const runs = (outcome: string) =>
      valueOf(`challenge_service_job_runs_total{name="mails_to_sign_in",outcome="${outcome}"}`)
    const since = () => valueOf('challenge_service_job_since_success_seconds{name="deadlines"}')
    await service.runDue()
    await service.runDue()
    expect(await runs('succeeded')).toBe(2)
    expect(await valueOf('challenge_service_job_seconds_count{name="mails_to_sign_in"}')).toBe(2)
    service.clock.advance(90_000)
    expect(await since()).toBe(90)
    // A job that fails is counted, and its last success stays what it was.
    await service.store.write((tx) => tx.run(once('alter table challenges rename to challenges_away')))
    await expect(service.runDue()).rejects.toThrow(/challenges/)
    await service.store.write((tx) => tx.run(once('alter table challenges_away rename to challenges')))
    expect(await valueOf('challenge_service_job_runs_total{name="deadlines",outcome="failed"}')).toBe(1)
    expect(await since()).toBe(90)
    await service.runDue()
    expect(await since()).toBe(0)
  })

  it('count a held call among those held, and not among those in progress', async () => {
    service = await startTestService(engine, { METRICS_PORT: '0' })
    const { token } = await service.token(await service.account())
    const stream = await openStream(service.url, token)
    await service.untilWaiting()
    expect(await valueOf('challenge_service_http_held')).toBe(1)
    expect(await valueOf('challenge_service_http_in_progress')).toBe(0)
    stream.close()
    await service.untilNoneWaits()
    expect(await valueOf('challenge_service_http_held')).toBe(0)
    await expect
      .poll(() =>
        valueOf('challenge_service_http_requests_total{method="GET",route="/v1/events",status="200"}'),
      )
      .toBe(1)
    expect(
      await valueOf('challenge_service_http_request_seconds_count{method="GET",route="/v1/events"}'),
    ).toBe(0)
  })

  it('are all there is on that port, and nowhere else', async () => {
    service = await startTestService(engine, { METRICS_PORT: '0' })
    expect((await read()).status).toBe(200)
    expect((await read('/v1/me')).status).toBe(404)
    expect((await service.call('GET', '/metrics')).status).toBe(404)
  })

  it('are off unless they are asked for', async () => {
    service = await startTestService(engine)
    expect(service.metricsPort).toBeUndefined()
  })
})

describe('metrics while storage hangs', () => {
  it('are there within seconds, without what only storage knows', async () => {
    const service = await startTestService('postgres', { METRICS_PORT: '0' })
    const other = new pg.Client({ connectionString: service.databaseUrl })
    await other.connect()
    const readAll = async (): Promise<string> => {
      const { body } = await request(`http://127.0.0.1:${service.metricsPort}/metrics`)
      return body.text()
    }
    try {
      await other.query('begin; lock table mails in access exclusive mode')
      const from = performance.now()
      const [text] = await Promise.all([readAll(), readAll(), readAll()])
      expect(performance.now() - from).toBeLessThan(10_000)
      expect(text).toContain('\nchallenge_service_storage_sampled 0\n')
      expect(text).not.toMatch(/^challenge_service_webhook_waiting \d/m)
      expect(text).not.toMatch(/^challenge_service_mails_waiting\{/m)
      expect(text).toContain('\nchallenge_service_http_in_progress 0\n')
      await other.query('rollback')
      await expect.poll(readAll).toContain('\nchallenge_service_storage_sampled 1\n')
    } finally {
      await other.end()
      await service.stop()
    }
  })
})

describe('limits that nodes share', () => {
  it.each([
    ['away, while Redis is', { REDIS_URL: 'redis://127.0.0.1:1' }, 1],
    ['there, where no Redis is set', {}, 0],
  ])('are told to be %s', async (_, settings, away) => {
    const service = await startTestService('sqlite', { METRICS_PORT: '0', ...settings })
    try {
      const { token } = await service.token(await service.account())
      await service.call('GET', '/v1/me', { token })
      const { body } = await request(`http://127.0.0.1:${service.metricsPort}/metrics`)
      const text = await body.text()
      expect(text).toContain(`\nchallenge_service_shared_limits_away ${away}\n`)
      expect(text).toContain(`\nchallenge_service_limits_counted_alone_total ${away}\n`)
    } finally {
      await service.stop()
    }
  })
})
