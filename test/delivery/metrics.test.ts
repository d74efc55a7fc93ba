// The operator's counters, as Prometheus reads them, on a port of their own.
import { request } from 'undici'
import { afterEach, describe, expect, it } from 'vitest'
import { engines } from '../support/engine.ts'
import { person } from '../support/people.ts'
import { openReceivers, receivers } from '../support/receivers.ts'
import { startTestService, type TestService } from '../support/service.ts'
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
