// Switching a subscription on costs an event, a delivery of it to every other subscription and a mail each time that
// the receiver is gone again. Nobody counts it, so it is done a few times, and then no more for a while.
import { afterEach, describe, expect, it, vi } from 'vitest'
import { switchOnAsOperator } from '../../packages/server/src/features/webhooks/operator.service.ts'
import { listMails } from '../../packages/server/src/mail/outbox/kept-mails.store.ts'
import { engines } from '../support/engine.ts'
import { challenge, person, type Person } from '../support/people.ts'
import { openReceivers, receivers, type Receiver } from '../support/receivers.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { actOn, getWebhook, loopbackAllowed, subscribe } from '../support/subscriptions.ts'
import { expectFewRows, long, subscribeThrice, toggle } from './toggling.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

describe.each(engines)('Uncounted calls amplify without end: enabling, on %s', (engine) => {
  let service: TestService
  let ana: Person
  let bo: Person
  const { keep, close } = openReceivers()
  const begin = async (jobs = false): Promise<void> => {
    service = await startTestService(engine, loopbackAllowed, { jobs })
    ana = await person(service)
    bo = await person(service)
  }
  afterEach(async () => {
    await service.stop()
    await close()
  })
  const gone = (): Promise<Receiver> => keep(receivers.gone())

  it('3,000 resends to a receiver that is gone leave one', long, async () => {
    await begin(true)
    await subscribeThrice(ana)
    const receiver = await gone()
    const webhook = await subscribe(ana, receiver)
    await actOn(ana, webhook, 'test', {}, 202)
    await challenge(ana, bo)
    await toggle(() => ana.call('POST', `/v1/webhooks/${webhook.id}/enable`, { resend: true }))
    await vi.waitUntil(async () => (await getWebhook(ana, webhook)).status === 'disabled', 20_000)
    await expectFewRows(service.store)
    const told = (await listMails(service.store, 1_000)).filter(({ kind }) => kind === 'webhook_disabled')
    expect(told).toHaveLength(1)
    // The first time, and once after the resend: of each, what was on its way at that moment.
    expect(receiver.requests.length).toBeLessThanOrEqual(2 * 4)
  })

  it('two receivers that are gone do not keep each other going', long, async () => {
    await begin(true)
    const webhooks = [await subscribe(ana, await gone()), await subscribe(ana, await gone())]
    await challenge(ana, bo)
    // What each is switched off by is an event for the other.
    await toggle((n) => ana.call('POST', `/v1/webhooks/${webhooks[n % 2]?.id}/enable`))
    await expectFewRows(service.store)
  })

  it('what was missed is sent again at most once in an hour, which the refusal tells', long, async () => {
    await begin()
    const webhook = await subscribe(ana, await gone())
    const enable = (body: object) => ana.call('POST', `/v1/webhooks/${webhook.id}/enable`, body)
    await challenge(ana, bo)
    await service.runDue()
    expect((await enable({ resend: true })).status).toBe(200)
    await service.runDue()
    service.clock.advance(HOUR_MS - 1_500)
    const refused = await enable({ resend: true })
    expect(refused.status).toBe(409)
    expect(refused.body.error).toMatchObject({ code: 'conflict', reason: 'limit_reached', retry_after: 2 })
    expect(refused.headers['retry-after']).toBe('2')
    service.clock.advance(1_500)
    expect((await enable({ resend: true })).status).toBe(200)
    await service.runDue()
    // The operator is not held to it.
    await service.store.write((tx) => switchOnAsOperator(tx, webhook.id, true, service.clock.now()))
    expect((await getWebhook(ana, webhook)).status).toBe('active')
  })

  it('a signing secret is rotated at most ten times in a day', long, async () => {
    await begin()
    const webhook = await subscribe(ana, await gone())
    const rotate = () => ana.call('POST', `/v1/webhooks/${webhook.id}/rotate`)
    for (let n = 0; n < 10; n += 1) expect((await rotate()).status).toBe(200)
    service.clock.advance(HOUR_MS)
    const refused = await rotate()
    expect(refused.body.error).toMatchObject({
      code: 'conflict',
      reason: 'limit_reached',
      retry_after: (DAY_MS - HOUR_MS) / 1000,
    })
    service.clock.advance(DAY_MS - HOUR_MS)
    expect((await rotate()).status).toBe(200)
  })

  it(
    'a subscription is switched on at most ten times in a day; its owner is told once in it',
    long,
    async () => {
      await begin()
      const webhook = await subscribe(ana, await gone())
      const enable = () => ana.call('POST', `/v1/webhooks/${webhook.id}/enable`)
      const switchOff = async () => {
        await actOn(ana, webhook, 'test', {}, 202)
        await service.runDue()
      }
      const mails = async () =>
        (await listMails(service.store, 1_000)).filter(({ kind }) => kind === 'webhook_disabled').length
      await switchOff()
      for (let n = 0; n < 10; n += 1) {
        expect((await enable()).status).toBe(200)
        await switchOff()
      }
      expect((await enable()).body.error).toMatchObject({
        reason: 'limit_reached',
        retry_after: DAY_MS / 1000,
      })
      expect(await mails()).toBe(1)
      service.clock.advance(DAY_MS)
      expect((await enable()).status).toBe(200)
      await switchOff()
      expect(await mails()).toBe(2)
    },
  )
})
