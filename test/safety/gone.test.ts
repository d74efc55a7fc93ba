// A receiver that answers 410 has unsubscribed: what is in memory for it by then stays there.
import type { Socket } from 'node:net'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { WebhookWithSecret } from '@challenge-service/contract'
import { createHttpClient } from '../../packages/server/src/delivery/http/client.ts'
import { MAX_LIMIT } from '../../packages/server/src/delivery/queue/capacity.ts'
import { once } from '../../packages/server/src/store/statements/statement.ts'
import { attemptTo, sendIfWanted } from '../delivery/sending.ts'
import { engines } from '../support/engine.ts'
import { person, type Person } from '../support/people.ts'
import { answer, receivers, startReceiver, type Receiver } from '../support/receivers.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { actOn, deliveriesOf, getWebhook, loopbackAllowed, subscribe } from '../support/subscriptions.ts'

const WAITING = 200
const soon = { timeout: 20_000, interval: 5 }
const patient = { timeout: 60_000 }

describe.each(engines)('Uncounted calls amplify without end: after a 410, on %s', (engine) => {
  let service: TestService
  let ana: Person
  let receiver: Receiver
  let webhook: WebhookWithSecret
  const held: Socket[] = []
  let isHolding = false
  beforeEach(async () => {
    isHolding = false
    held.length = 0
    service = await startTestService(engine, loopbackAllowed)
    ana = await person(service)
    receiver = await startReceiver((socket) => {
      if (isHolding) held.push(socket)
      else socket.write(answer(200))
    })
    webhook = await subscribe(ana, receiver)
    // A receiver that has answered quickly is handed hundreds at a time.
    await queue(2 * MAX_LIMIT)
    await service.runDue()
  })
  afterEach(async () => {
    await service.stop()
    await receiver.close()
  })

  const queue = async (count: number): Promise<void> => {
    for (let n = 0; n < count; n += 1) await actOn(ana, webhook, 'test', {}, 202)
  }
  const untilHeld = (count: number) => vi.waitUntil(() => held.length >= count, soon)
  const release = (status: number, count = held.length): void => {
    for (const socket of held.splice(0, count)) socket.write(answer(status))
  }

  it('nothing more leaves of what is in memory', patient, async () => {
    await queue(WAITING)
    isHolding = true
    const before = receiver.requests.length
    const running = service.runDue()
    await untilHeld(MAX_LIMIT)
    const connections = receiver.accepted
    release(410, 1)
    // Nothing takes the place of the one that was answered, nor of the others.
    await vi.waitUntil(async () => (await getWebhook(ana, webhook)).status === 'disabled', soon)
    isHolding = false
    release(200)
    await running
    expect(receiver.requests.length - before).toBe(MAX_LIMIT)
    // Nor is a connection made for it.
    expect(receiver.accepted).toBe(connections)
    expect(await getWebhook(ana, webhook)).toMatchObject({ status: 'disabled', disabled_reason: 'gone' })
    const waiting = (await deliveriesOf(ana, webhook)).filter(({ status }) => status === 'pending')
    expect(waiting).toEqual([])
  })

  it('what is new leaves again once it is switched on', patient, async () => {
    await queue(WAITING)
    isHolding = true
    const running = service.runDue()
    await untilHeld(MAX_LIMIT)
    release(410)
    await running
    isHolding = false
    await actOn(ana, webhook, 'enable')
    const before = receiver.requests.length
    await queue(3)
    await service.runDue()
    expect(receiver.requests.length - before).toBe(3)
  })

  it('what is deleted is sent nothing more once the answers of then are settled', patient, async () => {
    await queue(WAITING)
    isHolding = true
    const before = receiver.requests.length
    const running = service.runDue()
    await untilHeld(MAX_LIMIT)
    await ana.call('DELETE', `/v1/webhooks/${webhook.id}`)
    release(200)
    const delivered = async (): Promise<number> => {
      const text = "select count(*) as count from deliveries where status = 'delivered'"
      const [row] = await service.store.all<{ count: number }, []>(once(text))
      return Number(row?.count)
    }
    await vi.waitUntil(async () => (await delivered()) >= 3 * MAX_LIMIT, soon)
    await untilHeld(MAX_LIMIT)
    isHolding = false
    release(200)
    await running
    expect(receiver.requests.length - before).toBeLessThanOrEqual(3 * MAX_LIMIT)
  })
})

describe('Uncounted calls amplify without end: an attempt whose subscription ends', () => {
  it('while its connection is being made sends nothing, and is handed back', patient, async () => {
    const receiver = await receivers.healthy()
    const client = createHttpClient({ timeoutMs: 15_000, allowPrivate: true, limit: () => 1 })
    let isWanted = true
    const ended = sendIfWanted(client, attemptTo(receiver.url), () => isWanted)
    isWanted = false
    expect(await ended).toBeNull()
    await client.close()
    await receiver.whenIdle()
    expect(receiver.requests).toHaveLength(0)
    await receiver.close()
  })

  it('over a kept connection sends nothing, and the next goes out as ever', patient, async () => {
    const receiver = await receivers.healthy()
    const client = createHttpClient({ timeoutMs: 15_000, allowPrivate: true, limit: () => 1 })
    const send = async (isWanted: () => boolean): Promise<string | undefined> =>
      (await sendIfWanted(client, attemptTo(receiver.url), isWanted))?.outcome
    expect(await send(() => true)).toBe('delivered')
    // Wanted when its turn comes, and not any more when it is about to leave.
    let asked = 0
    const turned = send(() => (asked += 1) === 1)
    expect(await Promise.all([turned, send(() => false), send(() => true)])).toEqual([
      undefined,
      undefined,
      'delivered',
    ])
    expect(asked).toBe(2)
    await client.close()
    expect(receiver.requests).toHaveLength(2)
    await receiver.close()
  })
})
