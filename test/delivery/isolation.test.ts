// Receivers that fail in every way there is: each is classified in the log and gives its places back, and none
// of them delays those that answer.
import { afterEach, describe, expect, it } from 'vitest'
import type { AttemptOutcome } from '@challenge-service/contract'
import { engines } from '../support/engine.ts'
import { person, type Person } from '../support/people.ts'
import { receivers, type Receiver, openReceivers } from '../support/receivers.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { actOn, deliveriesOf, eventIds, loopbackAllowed, subscribe } from '../support/subscriptions.ts'

describe.each(engines)('receivers, on %s', (engine) => {
  let service: TestService
  const { keep: started, close: closeReceivers } = openReceivers()
  afterEach(async () => {
    await closeReceivers()
    await service.stop()
  })
  const test = async (owner: Person, webhook: { readonly id: string }, times: number): Promise<void> => {
    for (let n = 0; n < times; n += 1) await actOn(owner, webhook, 'test', {}, 202)
  }

  const outcomes: readonly (readonly [string, () => Promise<Receiver>, AttemptOutcome, number | null])[] = [
    ['refuses the connection', receivers.refusing, 'unreachable', null],
    ['hangs', receivers.hanging, 'timed_out', null],
    ['resets', receivers.resetting, 'connection_lost', null],
    ['closes without a word', receivers.closing, 'connection_lost', null],
    ['drips its head', () => receivers.drippingHead(20), 'timed_out', null],
    ['drips its body', () => receivers.drippingBody(200, 20), 'delivered', 200],
    ['answers 100 MB', receivers.flooding, 'delivered', 200],
    ['redirects', () => receivers.redirecting('http://127.0.0.1:1/'), 'redirected', 307],
    ['is gone', receivers.gone, 'gone', 410],
    ['is busy', () => receivers.busy('30'), 'refused_status', 429],
    ['fails', () => receivers.failing(503), 'refused_status', 503],
    ['closes within its answer', () => receivers.cuttingOff(500), 'refused_status', 500],
    ['talks nonsense', receivers.talkingNonsense, 'answer_broken', null],
    ['has a certificate of its own', receivers.selfSigned, 'tls_failed', null],
    ['speaks no TLS where it should', receivers.withoutTls, 'tls_failed', null],
  ]

  it('are classified in the log, each, and give their places back', { timeout: 180_000 }, async () => {
    service = await startTestService(engine, { ...loopbackAllowed, WEBHOOK_TIMEOUT_MS: '1000' })
    const ana = await person(service)
    const subscriptions = []
    for (const [name, make, outcome, status] of outcomes) {
      const receiver = await started(make())
      const webhook = await subscribe(ana, receiver, { description: name, events: ['challenge.due'] })
      subscriptions.push({ name, outcome, status, receiver, webhook })
      await test(ana, webhook, 1)
    }
    await service.runDue()
    for (const { name, outcome, status, webhook, receiver } of subscriptions) {
      const [logged] = await deliveriesOf(ana, webhook)
      expect([name, logged?.outcome, logged?.response_status]).toEqual([name, outcome, status])
      expect([name, logged?.error === null]).toEqual([name, status !== null])
      expect((logged?.response_excerpt ?? '').length).toBeLessThanOrEqual(1024)
      expect(receiver.requests.length).toBeLessThanOrEqual(1)
    }
  })

  const bad: readonly (() => Promise<Receiver>)[] = [
    receivers.hanging,
    receivers.drippingHead,
    receivers.hanging,
    () => receivers.drippingBody(500),
    receivers.hanging,
    receivers.flooding,
    receivers.hanging,
    receivers.refusing,
    receivers.hanging,
    receivers.resetting,
  ]

  it('that answer are not delayed by fifty that do not', { timeout: 180_000 }, async () => {
    // If anyone had to wait for them, it would be for as long as the test may take.
    const settings = { ...loopbackAllowed, WEBHOOK_TIMEOUT_MS: '60000' }
    service = await startTestService(engine, settings, { jobs: true })
    const hanging: Receiver[] = []
    for (let owner = 0; owner < 5; owner += 1) {
      const one = await person(service)
      for (const make of bad) {
        const receiver = await started(make())
        if (make === receivers.hanging) hanging.push(receiver)
        await test(one, await subscribe(one, receiver), 8)
      }
    }
    const healthy: Receiver[] = []
    const ana = await person(service)
    for (let n = 0; n < 10; n += 1) {
      const receiver = await started(receivers.healthy())
      healthy.push(receiver)
      await test(ana, await subscribe(ana, receiver), 10)
    }
    for (const receiver of healthy) await expect.poll(() => eventIds(receiver).length).toBe(10)
    for (const receiver of hanging) expect(receiver.open).toBeGreaterThan(0)
    // The dead have few places each, so that their number alone does not fill the house.
    for (const receiver of hanging) expect(receiver.open).toBeLessThanOrEqual(4)
    await closeReceivers()
  })

  const oneOfEach: readonly (() => Promise<Receiver>)[] = [
    receivers.refusing,
    receivers.hanging,
    receivers.resetting,
    receivers.drippingHead,
    receivers.flooding,
    () => receivers.redirecting('http://127.0.0.1:1/'),
    receivers.gone,
    () => receivers.busy('30'),
    receivers.cuttingOff,
    receivers.selfSigned,
  ]

  /** How long deliveries to ten healthy receivers take from the call on, beside five of each of these. */
  const measureDelays = async (beside: readonly (() => Promise<Receiver>)[]): Promise<readonly number[]> => {
    const others: (() => Promise<unknown>)[] = []
    for (let owner = 0; owner < 5; owner += 1) {
      const one = await person(service)
      for (const make of beside) {
        const { id } = await subscribe(one, await started(make()))
        // One that is gone is switched off, and refuses from then on.
        others.push(() => one.call('POST', `/v1/webhooks/${id}/test`, {}))
      }
    }
    const ana = await person(service)
    const healthy = []
    for (let n = 0; n < 10; n += 1) {
      const receiver = await started(receivers.healthy())
      healthy.push({ receiver, webhook: await subscribe(ana, receiver) })
    }
    const delays: number[] = []
    for (let n = 0; n < 20; n += 1) {
      const sent = others.map((send) => send())
      await Promise.all(
        healthy.map(async ({ receiver, webhook }) => {
          const startedAt = performance.now()
          const came = receiver.nextRequest().then(() => delays.push(performance.now() - startedAt))
          await Promise.all([test(ana, webhook, 1), came])
        }),
      )
      await Promise.all(sent)
    }
    return delays.toSorted((a, b) => a - b)
  }

  /** The delay that so large a share of them stayed within. */
  const findDelay = (delays: readonly number[], share: number): number =>
    Math.round(delays[Math.ceil(share * delays.length) - 1] ?? Number.POSITIVE_INFINITY)

  it(
    'that answer have it long before fifty bad ones beside them, of ten kinds, are given up',
    { timeout: 120_000 },
    async () => {
      const settings = { ...loopbackAllowed, WEBHOOK_TIMEOUT_MS: '60000' }
      service = await startTestService(engine, settings, { jobs: true })
      const delays = await measureDelays(oneOfEach)
      console.log(
        `healthy beside fifty bad, ${engine}: p50 ${findDelay(delays, 0.5)} ms, p99 ${findDelay(delays, 0.99)} ms`,
      )
      expect(delays.length).toBe(200)
      // A bad one holds its attempt for 60 seconds. The rest is for a machine that has much to do.
      expect(delays.at(-1)).toBeLessThan(20_000)
      await closeReceivers()
    },
  )

  it('are reached at once, and not at the next look', async () => {
    service = await startTestService(engine, loopbackAllowed, { jobs: true })
    const ana = await person(service)
    const receiver = await started(receivers.healthy())
    const webhook = await subscribe(ana, receiver)
    for (let n = 1; n <= 5; n += 1) {
      await test(ana, webhook, 1)
      // A look comes every five seconds.
      await expect.poll(() => receiver.requests.length, { interval: 5 }).toBe(n)
    }
  })
})
