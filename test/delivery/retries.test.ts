// What fails is tried six times at the intervals that were set, then the subscription is switched off; off is
// off; and switched on again it can be sent everything that it missed.
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Delivery, Event, WebhookWithSecret } from '@challenge-service/contract'
import { DAY_MS } from '../../packages/server/src/kernel/instants.ts'
import { engines } from '../support/engine.ts'
import { challenge, person, type Person } from '../support/people.ts'
import { answer, receivers, startReceiver, type Receiver } from '../support/receivers.ts'
import { useService } from '../support/service.ts'
import {
  actOn,
  deliveriesOf,
  eventIds,
  getWebhook,
  loopbackAllowed,
  subscribe,
} from '../support/subscriptions.ts'

const intervals = [30_000, 120_000, 600_000, 3_600_000, 21_600_000]

describe.each(engines)('a receiver that fails, on %s', (engine) => {
  const service = useService(engine, loopbackAllowed)
  let ana: Person
  let bo: Person
  let receiver: Receiver
  let status = 500
  let headers: Record<string, string> = {}
  /** How much time passes with each attempt. */
  let stepMs = 0
  let webhook: WebhookWithSecret
  beforeEach(async () => {
    status = 500
    headers = {}
    stepMs = 0
    ana = await person(service)
    bo = await person(service)
    receiver = await startReceiver((socket) => {
      service.clock.advance(stepMs)
      socket.write(answer(status, 'sorry', headers))
    })
    webhook = await subscribe(ana, receiver)
  })
  afterEach(() => receiver.close())

  const nextAttemptAt = async (): Promise<number> => {
    const [delivery] = await deliveriesOf(ana, webhook)
    expect(delivery?.next_attempt_at).not.toBeNull()
    return Date.parse(delivery?.next_attempt_at ?? '')
  }
  const moveTo = async (at: number): Promise<void> => {
    service.clock.advance(at - service.clock.now())
    await service.runDue()
  }
  /** Lets the first delivery fail until it has had its six. */
  const exhaust = async (): Promise<void> => {
    await service.runDue()
    while ((await getWebhook(ana, webhook)).status === 'active') await moveTo(await nextAttemptAt())
  }
  const disabledEvents = async (): Promise<readonly Event[]> =>
    (await ana.events()).filter(({ type }) => type === 'webhook.disabled')

  it('is tried again after each interval and up to a tenth more, not a moment earlier', async () => {
    await challenge(ana, bo)
    await service.runDue()
    for (const [index, interval] of intervals.entries()) {
      expect(receiver.requests).toHaveLength(index + 1)
      expect(await deliveriesOf(ana, webhook)).toMatchObject([
        { status: 'pending', attempts: index + 1, outcome: 'refused_status', response_status: 500 },
      ])
      const at = await nextAttemptAt()
      const waitMs = at - service.clock.now()
      expect(waitMs).toBeGreaterThanOrEqual(interval)
      expect(waitMs).toBeLessThanOrEqual(interval * 1.1)
      await moveTo(at - 1)
      expect(receiver.requests).toHaveLength(index + 1)
      await moveTo(at)
    }
    expect(receiver.requests).toHaveLength(6)
    expect(receiver.requests.map((request) => request.headers['x-svc-attempt'])).toEqual([
      '1',
      '2',
      '3',
      '4',
      '5',
      '6',
    ])
    expect(new Set(receiver.requests.map(({ body }) => body)).size).toBe(1)
  })

  it('is switched off after the sixth, which its owner finds in the feed', async () => {
    await challenge(ana, bo)
    await exhaust()
    const now = new Date(service.clock.now()).toISOString()
    expect(await getWebhook(ana, webhook)).toMatchObject({
      status: 'disabled',
      disabled_reason: 'failures',
      disabled_at: now,
    })
    expect(await disabledEvents()).toMatchObject([
      {
        actor: 'system',
        challenge_id: null,
        created_at: now,
        data: { webhook: { id: webhook.id, host: new URL(receiver.url).host } },
      },
    ])
    expect(await deliveriesOf(ana, webhook)).toMatchObject([{ status: 'failed', attempts: 6 }])
    await service.runDue()
    expect(await disabledEvents()).toHaveLength(1)
  })

  it('once off is sent nothing, whatever happens and however long it takes', async () => {
    const made = await challenge(ana, bo)
    await service.runDue()
    const firstRetryAt = await nextAttemptAt()
    // Two more that are still waiting when the first has had its six.
    await moveTo(firstRetryAt + 30 * 60 * 1000)
    await bo.act(made, 'accept')
    await challenge(ana, bo)
    await service.runDue()
    await exhaust()
    expect((await getWebhook(ana, webhook)).status).toBe('disabled')
    const logged = await deliveriesOf(ana, webhook)
    expect(logged.map((delivery) => delivery.status)).toEqual(['failed', 'dropped', 'dropped'])
    expect(logged.map(({ next_attempt_at }) => next_attempt_at)).toEqual([null, null, null])

    const sent = receiver.requests.length
    status = 200
    await ana.act(made, 'resolve', { outcome: 'opponent_won' })
    for (let day = 0; day < 3; day += 1) await moveTo(service.clock.now() + DAY_MS)
    expect(receiver.requests).toHaveLength(sent)
    expect(await deliveriesOf(ana, webhook)).toHaveLength(3)
    await actOn(ana, webhook, 'test', {}, 202)
    await actOn(ana, webhook, `deliveries/${logged[0]?.id}/resend`, {}, 409)
  })

  it('switched on with resend is sent all that it missed, in order, and nothing that it had', async () => {
    const first = await challenge(ana, bo)
    status = 200
    await service.runDue()
    const received = eventIds(receiver)
    expect(received).toHaveLength(1)

    status = 500
    await bo.act(first, 'accept')
    await service.runDue()
    // Gets through while the one before it does not.
    status = 200
    const second = await challenge(ana, bo)
    await service.runDue()
    status = 500
    await bo.act(second, 'accept')
    for (let day = 0; day < 10 && (await getWebhook(ana, webhook)).status === 'active'; day += 1)
      await moveTo(service.clock.now() + DAY_MS / 4)
    expect((await getWebhook(ana, webhook)).status).toBe('disabled')
    await ana.act(first, 'resolve', { outcome: 'opponent_won' })

    status = 200
    const before = receiver.requests.length
    expect(await actOn(ana, webhook, 'enable', { resend: true })).toMatchObject({
      status: 'active',
      disabled_reason: null,
      disabled_at: null,
    })
    await ana.act(second, 'resolve', { outcome: 'opponent_won' })
    await service.runDue()
    const feed = (await ana.events()).map(({ id }) => id)
    const sentLater = eventIds(receiver).slice(before)
    // The feed: created, accepted (failed), created (delivered), accepted (failed), disabled, resolved, resolved.
    expect(feed).toHaveLength(7)
    expect(sentLater).toEqual([1, 3, 4, 5, 6].map((index) => feed[index]))
    await service.runDue()
    expect(eventIds(receiver).slice(before)).toEqual(sentLater)
  })

  it('switched on without resend is sent what happens from then on', async () => {
    const made = await challenge(ana, bo)
    await exhaust()
    await bo.act(made, 'accept')
    status = 200
    const before = receiver.requests.length
    await actOn(ana, webhook, 'enable')
    await ana.act(made, 'resolve', { outcome: 'opponent_won' })
    await service.runDue()
    expect(receiver.requests.slice(before).map((request) => request.headers['x-svc-event'])).toEqual([
      'challenge.resolved',
    ])
    await actOn(ana, webhook, 'enable', {}, 409)
  })

  it('is sent the kinds it asked for, also of what it missed', async () => {
    const picky = await subscribe(ana, { url: `${receiver.url}/picky` }, { events: ['challenge.accepted'] })
    const made = await challenge(ana, bo)
    await bo.act(made, 'accept')
    for (let day = 0; day < 10 && (await getWebhook(ana, picky)).status === 'active'; day += 1)
      await moveTo(service.clock.now() + DAY_MS / 4)
    await ana.act(made, 'resolve', { outcome: 'opponent_won' })
    await bo.act(await challenge(ana, bo), 'accept')
    status = 200
    const before = receiver.requests.length
    await actOn(ana, picky, 'enable', { resend: true })
    await service.runDue()
    expect(receiver.requests.slice(before).map((request) => request.headers['x-svc-event'])).toEqual([
      'challenge.accepted',
      'challenge.accepted',
    ])
  })

  it('with more missed than is taken at once is sent all of it, in order', { timeout: 180_000 }, async () => {
    await challenge(ana, bo)
    await exhaust()
    for (let i = 0; i < 250; i += 1) await challenge(ana, bo)
    status = 200
    stepMs = 1
    const before = receiver.requests.length
    await actOn(ana, webhook, 'enable', { resend: true })
    await challenge(ana, bo)
    await service.runDue()
    const feed = await allEvents(ana)
    const sent = eventIds(receiver).slice(before)
    expect(feed).toHaveLength(253)
    expect(sent.toSorted()).toEqual(feed.toSorted())
    // Those that are under way at once may overtake each other; they are begun in the order of the feed.
    const begun = new Map((await wholeLog(ana, webhook)).map((one) => [one.event_id, one.last_attempt_at]))
    const instants = feed.map((id) => String(begun.get(id)))
    expect(instants).toEqual(instants.toSorted())
    expect(new Set(instants).size).toBeGreaterThan(1)
  })

  it('answering 410 is switched off at once, as gone, and nothing has failed', async () => {
    status = 410
    await challenge(ana, bo)
    await challenge(ana, bo)
    await service.runDue()
    expect(await getWebhook(ana, webhook)).toMatchObject({ status: 'disabled', disabled_reason: 'gone' })
    const logged = await deliveriesOf(ana, webhook)
    expect(logged[0]).toMatchObject({ status: 'dropped', outcome: 'gone', response_status: 410, attempts: 1 })
    expect(logged.map((delivery) => delivery.status)).not.toContain('failed')
    expect(await disabledEvents()).toHaveLength(1)
  })

  it('asking for more time with a 429 is given it', async () => {
    status = 429
    headers = { 'retry-after': '400' }
    await challenge(ana, bo)
    await service.runDue()
    expect((await nextAttemptAt()) - service.clock.now()).toBe(400_000)
  })

  it('is told to the other subscriptions of its owner', async () => {
    const healthy = await receivers.healthy()
    await subscribe(ana, healthy, { events: ['webhook.disabled'] })
    status = 410
    await challenge(ana, bo)
    await service.runDue()
    await healthy.close()
    expect(healthy.requests.map((request) => request.headers['x-svc-event'])).toEqual(['webhook.disabled'])
  })
})

const everyPage = async <Item>(owner: Person, path: string): Promise<readonly Item[]> => {
  const items: Item[] = []
  for (let cursor = ''; ;) {
    const { body } = await owner.call('GET', `${path}?limit=100&order=asc${cursor}`)
    items.push(...(body.data as readonly Item[]))
    if (!body.next_cursor) return items
    cursor = `&cursor=${body.next_cursor}`
  }
}

const allEvents = async (owner: Person): Promise<readonly string[]> =>
  (await everyPage<Event>(owner, '/v1/events')).map(({ id }) => id)

/** Oldest first, so that of several deliveries of an event the last is the one that counts. */
const wholeLog = (owner: Person, { id }: WebhookWithSecret): Promise<readonly Delivery[]> =>
  everyPage(owner, `/v1/webhooks/${id}/deliveries`)
