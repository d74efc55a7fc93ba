// A receiver that answers 410 has unsubscribed: what is in memory for it by then stays there.
import type { Socket } from 'node:net'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { WebhookWithSecret } from '@challenge-service/contract'
import { createSender } from '../../packages/server/src/delivery/sender.ts'
import { MOST_PLACES } from '../../packages/server/src/delivery/hosts.ts'
import { once } from '../../packages/server/src/store/statement.ts'
import { attemptTo } from '../delivery/sending.ts'
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
    await queue(2 * MOST_PLACES)
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
    await untilHeld(MOST_PLACES)
    const connections = receiver.accepted
    release(410, 1)
    // Nothing takes the place of the one that was answered, nor of the others.
    await vi.waitUntil(async () => (await getWebhook(ana, webhook)).status === 'disabled', soon)
    isHolding = false
    release(200)
    await running
    expect(receiver.requests.length - before).toBe(MOST_PLACES)
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
    await untilHeld(MOST_PLACES)
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
    await untilHeld(MOST_PLACES)
    await ana.call('DELETE', `/v1/webhooks/${webhook.id}`)
    release(200)
    const delivered = async (): Promise<number> => {
      const text = "select count(*) as count from deliveries where status = 'delivered'"
      const [row] = await service.store.all<{ count: number }, []>(once(text))
      return Number(row?.count)
    }
    await vi.waitUntil(async () => (await delivered()) >= 3 * MOST_PLACES, soon)
    await untilHeld(MOST_PLACES)
    isHolding = false
    release(200)
    await running
    expect(receiver.requests.length - before).toBeLessThanOrEqual(3 * MOST_PLACES)
  })
})

describe('Uncounted calls amplify without end: an attempt whose subscription ends', () => {
  it('while its connection is being made sends nothing, and is handed back', patient, async () => {
    const receiver = await receivers.healthy()
    const sender = createSender({ timeoutMs: 15_000, allowPrivate: true, connectionsPerHost: 1 })
    let isGiven = true
    const ended = new Promise<string>((resolve) => {
      sender.send(attemptTo(receiver.url), () => resolve('sent'), {
        isGiven: () => isGiven,
        onWithheld: () => resolve('withheld'),
      })
    })
    isGiven = false
    expect(await ended).toBe('withheld')
    await sender.close()
    await receiver.whenIdle()
    expect(receiver.requests).toHaveLength(0)
    await receiver.close()
  })

  it('over a kept connection sends nothing, and the next goes out as ever', patient, async () => {
    const receiver = await receivers.healthy()
    const sender = createSender({ timeoutMs: 15_000, allowPrivate: true, connectionsPerHost: 1 })
    const send = (isGiven: boolean): Promise<string> =>
      new Promise((resolve) => {
        sender.send(attemptTo(receiver.url), ({ outcome }) => resolve(outcome), {
          isGiven: () => isGiven,
          onWithheld: () => resolve('withheld'),
        })
      })
    expect(await send(true)).toBe('delivered')
    expect(await Promise.all([send(false), send(true)])).toEqual(['withheld', 'delivered'])
    await sender.close()
    expect(receiver.requests).toHaveLength(2)
    await receiver.close()
  })
})
