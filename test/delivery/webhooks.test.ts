// From a change to its delivery: subscribed, sent as the feed has it, and logged.
import { afterEach, describe, expect, it } from 'vitest'
import { challenge, useFreshPerson } from '../support/people.ts'
import { engines } from '../support/engine.ts'
import { answer, receivers, startReceiver, type Receiver, openReceivers } from '../support/receivers.ts'
import { useService } from '../support/service.ts'
import {
  actOn,
  deliveriesOf,
  eventIds,
  eventOf,
  loopbackAllowed,
  subscribe,
} from '../support/subscriptions.ts'

describe.each(engines)('deliveries, on %s', (engine) => {
  const service = useService(engine, loopbackAllowed)
  const ana = useFreshPerson(service)
  const bo = useFreshPerson(service)
  const { keep: started, close: closeReceivers } = openReceivers()
  afterEach(async () => {
    await closeReceivers()
  })

  it('are the entries of the feed, byte for byte, each once', async () => {
    const receiver = await started(receivers.healthy())
    const webhook = await subscribe(ana, receiver)
    const made = await challenge(ana, bo)
    await bo.act(made, 'accept')
    await service.runDue()

    const feed = (await ana.call('GET', '/v1/events')).text
    expect(receiver.requests).toHaveLength(2)
    for (const { body } of receiver.requests) expect(feed).toContain(body)
    expect(await deliveriesOf(ana, webhook)).toMatchObject([
      { type: 'challenge.created', status: 'delivered', attempts: 1, outcome: 'delivered' },
      { type: 'challenge.accepted', response_status: 200, response_excerpt: 'ok', next_attempt_at: null },
    ])
    await service.runDue()
    expect(receiver.requests).toHaveLength(2)
    expect(eventIds(receiver)).toEqual((await ana.events()).map(({ id }) => id))
  })

  it('name their kind, their number and their attempt', async () => {
    const receiver = await started(receivers.healthy())
    const webhook = await subscribe(ana, receiver)
    await challenge(ana, bo)
    await service.runDue()

    const [delivery] = await deliveriesOf(ana, webhook)
    expect(receiver.requests[0]).toMatchObject({
      method: 'POST',
      path: '/hook',
      headers: {
        'content-type': 'application/json',
        'user-agent': expect.stringMatching(/^Challenge-Service/) as string,
        'x-svc-event': 'challenge.created',
        'x-svc-delivery': delivery?.id,
        'x-svc-attempt': '1',
        'webhook-id': delivery?.event_id,
      },
    })
  })

  it('go to each subscription of the owner that asked for the kind, and to nobody else', async () => {
    const [all, accepted, bos] = await Promise.all([1, 2, 3].map(() => started(receivers.healthy())))
    if (!all || !accepted || !bos) throw new Error('no receivers')
    await subscribe(ana, all)
    await subscribe(ana, accepted, { events: ['challenge.accepted', 'tally.recorded'] })
    await subscribe(bo, bos, { events: ['challenge.created'] })
    await bo.act(await challenge(ana, bo), 'accept')
    await service.runDue()

    const kinds = (receiver: Receiver) => receiver.requests.map((request) => eventOf(request).type)
    expect(kinds(all)).toEqual(['challenge.created', 'challenge.accepted'])
    expect(kinds(accepted)).toEqual(['challenge.accepted'])
    expect(kinds(bos)).toEqual(['challenge.created'])
    expect(bos.requests[0]?.body).toContain('"role":"opponent"')
    expect(all.requests[0]?.body).toContain('"role":"creator"')
  })

  it('of a subscription begin with what happens after it was made', async () => {
    await challenge(ana, bo)
    const receiver = await started(receivers.healthy())
    await subscribe(ana, receiver)
    await service.runDue()
    expect(receiver.requests).toHaveLength(0)
  })

  it('come to a group for its admin to read', async () => {
    const group = await service.group()
    const member = `member-${engine}@test.example`
    await group.addMember(member)
    const admin = {
      call: (method: string, path: string, body?: object) =>
        service.call(method, `${path}${path.includes('?') ? '&' : '?'}user_email=${group.adminEmail}`, {
          token: group.token,
          ...(body ? { body } : {}),
        }),
    }
    const receiver = await started(receivers.healthy())
    const webhook = await subscribe(admin, receiver)
    const made = await admin.call('POST', '/v1/challenges', {
      claim: 'I finish first.',
      opponent_email: member,
      stake: 'lunch',
      due_days: 3,
    })
    expect(made.status, made.text).toBe(201)
    await service.runDue()
    expect(receiver.requests.map((request) => eventOf(request).data.challenge?.role)).toEqual(['observer'])
    expect(await deliveriesOf(admin, webhook)).toHaveLength(1)
  })

  describe('of a test', () => {
    it('go to that subscription alone, and are in no feed', async () => {
      const [tested, other] = [await started(receivers.healthy()), await started(receivers.healthy())]
      const webhook = await subscribe(ana, tested, { events: ['challenge.due'], description: 'mine' })
      await subscribe(ana, other)
      const { delivery_id } = (await actOn(ana, webhook, 'test', {}, 202)) as { delivery_id: string }
      await service.runDue()

      expect(other.requests).toHaveLength(0)
      expect(tested.requests.map(eventOf)).toMatchObject([
        {
          type: 'webhook.test',
          actor: 'member',
          challenge_id: null,
          data: { webhook: { id: webhook.id, description: 'mine', host: new URL(tested.url).host } },
        },
      ])
      expect(await deliveriesOf(ana, webhook)).toMatchObject([
        { id: delivery_id, type: 'webhook.test', status: 'delivered' },
      ])
      expect(await ana.events()).toEqual([])
    })
  })

  describe('sent again', () => {
    it('are the same event under another number', async () => {
      const receiver = await started(receivers.healthy())
      const webhook = await subscribe(ana, receiver)
      await challenge(ana, bo)
      await actOn(ana, webhook, 'test', {}, 202)
      await service.runDue()
      for (const { id } of await deliveriesOf(ana, webhook)) {
        const again = await actOn(ana, webhook, `deliveries/${id}/resend`, {}, 202)
        expect(again).not.toEqual({ delivery_id: id })
      }
      await service.runDue()

      const [created, test, createdAgain, testAgain] = receiver.requests
      expect(new Set([createdAgain?.body, testAgain?.body])).toEqual(new Set([created?.body, test?.body]))
      expect(await deliveriesOf(ana, webhook)).toHaveLength(4)
      expect(new Set(receiver.requests.map(({ headers }) => headers['x-svc-delivery'])).size).toBe(4)
    })

    it('only to a subscription of one’s own, and a delivery of that one', async () => {
      const receiver = await started(receivers.healthy())
      const webhook = await subscribe(ana, receiver)
      const other = await subscribe(ana, await started(receivers.healthy()))
      await actOn(ana, webhook, 'test', {}, 202)
      const [delivery] = await deliveriesOf(ana, webhook)
      const path = `deliveries/${delivery?.id}/resend`
      await actOn(ana, other, path, {}, 404)
      await actOn(bo, webhook, path, {}, 404)
      expect(await deliveriesOf(ana, webhook)).toHaveLength(1)
    })
  })

  it('of a backlog go out in the order of the feed, whatever answers', async () => {
    let answered = 0
    const receiver = await started(
      startReceiver((socket) => {
        answered += 1
        socket.write(answer(answered % 3 === 0 ? 500 : 200))
      }),
    )
    const webhook = await subscribe(ana, receiver)
    for (let i = 0; i < 30; i += 1) await actOn(ana, webhook, 'test', {}, 202)
    await service.runDue()

    const [sent, logged] = [eventIds(receiver), await deliveriesOf(ana, webhook)]
    expect(sent.toSorted()).toEqual(logged.map(({ event_id }) => event_id).toSorted())
    // As many may overtake each other as are under way at once.
    for (const [index, { event_id }] of logged.entries())
      expect(Math.abs(sent.indexOf(event_id) - index)).toBeLessThan(32)
    expect(logged.filter(({ status }) => status === 'pending')).toHaveLength(10)
  })

  it('of a subscription that is deleted while they wait are not sent, and disturb nobody', async () => {
    const [gone, healthy] = [await started(receivers.healthy()), await started(receivers.healthy())]
    const webhook = await subscribe(ana, gone)
    await subscribe(ana, healthy)
    const made = await challenge(ana, bo)
    expect((await ana.call('DELETE', `/v1/webhooks/${webhook.id}`)).body.data).toEqual({
      id: webhook.id,
      deleted: true,
    })
    await bo.act(made, 'accept')
    await service.runDue()
    expect(gone.requests).toHaveLength(0)
    expect(healthy.requests).toHaveLength(2)
    await actOn(ana, webhook, 'test', {}, 404)
    // The URL is free again.
    await subscribe(ana, gone)
  })

  it('of a subscription deleted while one is under way leave nothing behind', async () => {
    const receiver = await started(
      startReceiver((socket) => {
        void ana.call('DELETE', `/v1/webhooks/${webhook.id}`).then(() => socket.write(answer(500)))
      }),
    )
    const webhook = await subscribe(ana, receiver)
    await challenge(ana, bo)
    await service.runDue()
    service.clock.advance(60 * 60 * 1000)
    await service.runDue()
    expect(receiver.requests).toHaveLength(1)
  })
})
