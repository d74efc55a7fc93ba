// A node that freezes in the middle of a transaction keeps what it locked. On PostgreSQL, only what needs
// that waits, and nothing is lost.
import type { Webhook } from '@challenge-service/contract'
import { afterEach, describe, expect, it } from 'vitest'
import { lockFeed } from '../../packages/server/src/features/events/feed.store.ts'
import { forUpdate } from '../../packages/server/src/store/dialect.ts'
import { once } from '../../packages/server/src/store/statements/statement.ts'
import type { Tx } from '../../packages/server/src/store/store.ts'
import { holdOpen } from '../support/engine.ts'
import { challenge, findPersonId, person, useFreshPerson, type Person } from '../support/people.ts'
import { answer, openReceivers, receivers, startReceiver, type Receiver } from '../support/receivers.ts'
import { useFreshService } from '../support/service.ts'
import {
  actOn,
  deliveriesOf,
  eventIds,
  getWebhook,
  loopbackAllowed,
  subscribe,
} from '../support/subscriptions.ts'

describe('a queue that another transaction has locked', () => {
  const service = useFreshService('postgres', loopbackAllowed)
  const ana = useFreshPerson(service)
  const bo = useFreshPerson(service)
  const { keep: started, close: closeReceivers } = openReceivers()
  afterEach(() => closeReceivers())

  const lockQueueOf = (tx: Tx, { id }: { readonly id: string }) =>
    tx.first(once(`select 1 from webhook_queues where webhook_id = '${id}' ${forUpdate}`))
  /** The engine passes over what was busy for a moment. */
  const runLater = async (): Promise<void> => {
    service.clock.advance(1_000)
    await service.runDue()
  }
  const countOfEvents = async (owner: Person): Promise<number> => (await owner.events()).length

  it('holds up no other that has new events, and is told of its own afterwards', async () => {
    const [toAna, toBo] = [await started(receivers.healthy()), await started(receivers.healthy())]
    const own = await subscribe(ana, toAna)
    await subscribe(bo, toBo)
    await service.store.write(async (tx) => {
      await holdOpen(tx)
      await lockQueueOf(tx, own)
      await challenge(ana, bo)
      await challenge(bo, ana)
      await service.runDue()
      expect(toAna.requests).toEqual([])
      expect(eventIds(toBo)).toEqual((await bo.events()).map(({ id }) => id))
    })
    await runLater()
    expect(toAna.requests).toHaveLength(await countOfEvents(ana))
  })

  it('holds up no other, also where more are busy than are looked at in one go', async () => {
    const [toAna, toBo] = [await started(receivers.healthy()), await started(receivers.healthy())]
    const busy: Person[] = []
    for (let n = 0; n < 40; n += 1) busy.push(await person(service))
    const locked: Webhook[] = []
    for (const each of busy) locked.push(await subscribe(each, toAna))
    await subscribe(bo, toBo)
    await service.store.write(async (tx) => {
      await holdOpen(tx)
      for (const each of locked) await lockQueueOf(tx, each)
      for (const each of busy) await challenge(each, ana)
      await challenge(bo, ana)
      await service.runDue()
      await service.runDue()
      expect(toBo.requests).toHaveLength(1)
      expect(toAna.requests).toEqual([])
    })
    await runLater()
    expect(toAna.requests).toHaveLength(40)
  })

  describe('while its delivery is under way', () => {
    /** The receiver answers when it is told to. */
    const startSlow = async (status: number): Promise<{ receiver: Receiver; respond: () => void }> => {
      const waiting: (() => void)[] = []
      const receiver = await started(
        startReceiver((socket) => void waiting.push(() => socket.write(answer(status)))),
      )
      return { receiver, respond: () => waiting.splice(0).forEach((one) => one()) }
    }

    it.each([
      [200, 'delivered', 'active'],
      [500, 'pending', 'active'],
      [410, 'dropped', 'disabled'],
    ])('is settled when it is free again: %i', async (status, settledAs, webhookStatus) => {
      const { receiver, respond } = await startSlow(status)
      const toBo = await started(receivers.healthy())
      const own = await subscribe(ana, receiver)
      await subscribe(bo, toBo)
      await actOn(ana, own, 'test', {}, 202)
      const running = service.runDue()
      await expect.poll(() => receiver.requests.length).toBe(1)
      await service.store.write(async (tx) => {
        await holdOpen(tx)
        await lockQueueOf(tx, own)
        respond()
        await running
        await challenge(bo, await person(service))
        await service.runDue()
        expect(toBo.requests).toHaveLength(1)
        expect(await deliveriesOf(ana, own)).toMatchObject([{ status: 'pending', attempts: 1 }])
      })
      await service.runDue()
      expect(await deliveriesOf(ana, own)).toMatchObject([{ status: settledAs, attempts: 1 }])
      expect((await getWebhook(ana, own)).status).toBe(webhookStatus)
    })

    it('and its feed is locked, ends with a 410 when the feed is free again', async () => {
      const { receiver, respond } = await startSlow(410)
      const own = await subscribe(ana, receiver)
      await actOn(ana, own, 'test', {}, 202)
      const running = service.runDue()
      await expect.poll(() => receiver.requests.length).toBe(1)
      const feedId = await findPersonId(service, ana.email)
      await service.store.write(async (tx) => {
        await holdOpen(tx)
        await lockFeed(tx, feedId)
        respond()
        await running
        expect((await getWebhook(ana, own)).status).toBe('active')
      })
      await service.runDue()
      expect((await getWebhook(ana, own)).status).toBe('disabled')
    })
  })
})
