// Tests of a subscription: a plain one, samples of every kind, and what is sent to one that is disabled.
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Compile } from 'typebox/compile'
import { Event, eventKinds, eventsByKind, type WebhookWithSecret } from '@challenge-service/contract'
import { once } from '../../packages/server/src/store/statements/statement.ts'
import { engines } from '../support/engine.ts'
import { challenge, findPersonId, useFreshPerson } from '../support/people.ts'
import { answer, openReceivers, receivers, startReceiver, type Receiver } from '../support/receivers.ts'
import { useService } from '../support/service.ts'
import {
  actOn,
  deliveriesOf,
  eventIds,
  eventOf,
  getWebhook,
  loopbackAllowed,
  subscribe,
} from '../support/subscriptions.ts'

const DAY_MS = 86_400_000
const isEvent = Compile(Event)

describe.each(engines)('a test of a subscription, on %s', (engine) => {
  const service = useService(engine, loopbackAllowed)
  const ana = useFreshPerson(service)
  const bo = useFreshPerson(service)
  const { keep: started, close: closeReceivers } = openReceivers()
  afterEach(() => closeReceivers())
  const test = (webhook: { readonly id: string }, body: object = {}) =>
    actOn(ana, webhook, 'test', body, 202) as Promise<{ readonly delivery_id: string }>

  it('is a sample of each kind where one is named, also of kinds that nobody asked for', async () => {
    const [receiver, other] = [await started(receivers.healthy()), await started(receivers.healthy())]
    const webhook = await subscribe(ana, receiver, { events: ['challenge.due'] })
    await subscribe(ana, other)
    for (const type of eventKinds) await test(webhook, { type })
    await service.runDue()

    expect(new Set(receiver.requests.map(({ headers }) => headers['x-svc-event']))).toEqual(
      new Set(eventKinds),
    )
    for (const request of receiver.requests) {
      const event = eventOf(request)
      const { id: _, created_at: _1, ...documented } = eventsByKind[event.type]
      expect(event).toEqual({
        ...documented,
        id: request.headers['webhook-id'],
        created_at: new Date(service.clock.now()).toISOString(),
        test: true,
      })
      expect(request.headers['x-svc-test']).toBe('true')
      expect(isEvent.Check(event)).toBe(true)
    }
    expect(new Set(eventIds(receiver)).size).toBe(eventKinds.length)
    expect(other.requests).toHaveLength(0)
    expect(await ana.events()).toEqual([])
    for (const delivery of await deliveriesOf(ana, webhook)) expect(delivery.test).toBe(true)
  })

  it('has another id each time, and none of the documentation', async () => {
    const receiver = await started(receivers.healthy())
    const webhook = await subscribe(ana, receiver)
    for (let n = 0; n < 3; n += 1) await test(webhook, { type: 'challenge.accepted' })
    await service.runDue()
    const ids = eventIds(receiver)
    expect(new Set([...ids, eventsByKind['challenge.accepted'].id]).size).toBe(4)
  })

  it('stays a sample when it is sent again', async () => {
    const receiver = await started(receivers.healthy())
    const webhook = await subscribe(ana, receiver)
    const { delivery_id } = await test(webhook, { type: 'tally.recorded' })
    await service.runDue()
    await actOn(ana, webhook, `deliveries/${delivery_id}/resend`, {}, 202)
    await service.runDue()
    const [first, again] = receiver.requests
    expect(again?.body).toBe(first?.body)
    expect(again?.headers['x-svc-test']).toBe('true')
    expect((await deliveriesOf(ana, webhook)).map((delivery) => delivery.test)).toEqual([true, true])
  })

  it('is plain where no kind is named, and says nothing of a sample', async () => {
    const receiver = await started(receivers.healthy())
    const webhook = await subscribe(ana, receiver)
    await test(webhook)
    await challenge(ana, bo)
    await service.runDue()
    for (const request of receiver.requests) {
      expect(request.headers).not.toHaveProperty('x-svc-test')
      expect(eventOf(request)).not.toHaveProperty('test')
    }
    for (const delivery of await deliveriesOf(ana, webhook)) expect(delivery).not.toHaveProperty('test')
  })

  it.each(['weather.changed', '*', '', 7, null, ['challenge.due']])('is of no kind %j', async (type) => {
    const webhook = await subscribe(ana, { url: 'http://127.0.0.1:9/' })
    const reply = await ana.call('POST', `/v1/webhooks/${webhook.id}/test`, { type })
    expect([reply.status, reply.body.error?.fields?.[0]?.field]).toEqual([400, 'type'])
  })

  it('of an active one is tried again, like every delivery', async () => {
    const receiver = await started(receivers.failing())
    const webhook = await subscribe(ana, receiver)
    await test(webhook, { type: 'challenge.due' })
    await service.runDue()
    service.clock.advance(60_000)
    await service.runDue()
    expect(receiver.requests.map(({ headers }) => headers['x-svc-attempt'])).toEqual(['1', '2'])
    expect(receiver.requests.map(({ headers }) => headers['x-svc-test'])).toEqual(['true', 'true'])
  })

  describe('of a disabled one', () => {
    let status = 410
    let receiver: Receiver
    let webhook: WebhookWithSecret
    beforeEach(async () => {
      status = 410
      receiver = await started(startReceiver((socket) => socket.write(answer(status))))
      webhook = await subscribe(ana, receiver, { headers: { 'X-Api-Key': 'k' } })
      await challenge(ana, bo)
      await service.runDue()
    })
    const countMails = async () => {
      const personId = await findPersonId(service, ana.email)
      const mails = once<{ n: number }>(
        `select count(*) as n from mails where kind = 'webhook_disabled' and person_id = '${personId}'`,
      )
      return (await service.store.first(mails))?.n
    }
    /** What a consequence would have left. */
    const readState = async () => ({
      webhook: await getWebhook(ana, webhook),
      events: (await ana.events()).map(({ type }) => type),
      mails: await countMails(),
    })
    const sentSince = () => receiver.requests.slice(1)

    it.each([200, 500, 410, 302])('is sent once, and nothing follows from a %d', async (answered) => {
      const before = await readState()
      expect(before.webhook).toMatchObject({ status: 'disabled', disabled_reason: 'gone' })
      status = answered
      const ids = [await test(webhook), await test(webhook, { type: 'challenge.resolved' })]
      await service.runDue()
      service.clock.advance(DAY_MS)
      await service.runDue()
      // Also a third time, whatever the first two were told.
      ids.push(await test(webhook))
      await service.runDue()
      service.clock.advance(DAY_MS)
      await service.runDue()

      expect(sentSince()).toHaveLength(ids.length)
      expect(new Set(sentSince().map(({ headers }) => headers['x-svc-delivery']))).toEqual(
        new Set(ids.map(({ delivery_id }) => delivery_id)),
      )
      for (const { headers } of sentSince())
        expect(headers).toMatchObject({ 'x-svc-attempt': '1', 'x-api-key': 'k' })
      expect(await readState()).toEqual(before)
      const logged = (await deliveriesOf(ana, webhook)).slice(1)
      expect(logged).toHaveLength(3)
      for (const delivery of logged) {
        expect(delivery).toMatchObject({
          status: answered === 200 ? 'delivered' : 'failed',
          attempts: 1,
          response_status: answered,
          next_attempt_at: null,
        })
      }
    })

    it('brings nothing of the feed with it, and leaves nothing out of what is resent', async () => {
      status = 200
      await test(webhook)
      await challenge(ana, bo)
      await service.runDue()
      await challenge(ana, bo)
      await service.runDue()
      expect(sentSince().map(({ headers }) => headers['x-svc-event'])).toEqual(['webhook.test'])
      await actOn(ana, webhook, 'enable', { resend: true })
      await service.runDue()
      expect(
        sentSince()
          .slice(1)
          .map((request) => eventOf(request).id),
      ).toEqual((await ana.events()).map(({ id }) => id))
    })

    it('is shown as waiting until it was sent, and is not sent once the subscription is enabled', async () => {
      status = 200
      const { delivery_id } = await test(webhook)
      const find = async () => (await deliveriesOf(ana, webhook)).find(({ id }) => id === delivery_id)
      expect(await find()).toMatchObject({ status: 'pending', attempts: 0 })
      await actOn(ana, webhook, 'enable')
      expect(await find()).toMatchObject({ status: 'dropped' })
      await service.runDue()
      expect(sentSince()).toEqual([])
      await challenge(ana, bo)
      await service.runDue()
      expect(sentSince()).toHaveLength(1)
    })

    it('can be asked for again after it was on in between', async () => {
      await test(webhook)
      await service.runDue()
      await actOn(ana, webhook, 'enable')
      await challenge(ana, bo)
      await service.runDue()
      expect(await getWebhook(ana, webhook)).toMatchObject({ status: 'disabled' })
      await test(webhook)
      await service.runDue()
      expect(sentSince().map(({ headers }) => headers['x-svc-event'])).toEqual([
        'webhook.test',
        'challenge.created',
        'webhook.test',
      ])
    })

    it('goes with it when it is deleted', async () => {
      await test(webhook)
      expect((await ana.call('DELETE', `/v1/webhooks/${webhook.id}`)).status).toBe(200)
      await service.runDue()
      expect(sentSince()).toEqual([])
    })
  })
})
