// The feed is the outbox of webhooks. An event is written once however many subscribed; the engine makes
// the deliveries from the feed, as many as can be sent, and loses none whatever is written meanwhile.
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import * as waitingFeeds from '../../packages/server/src/delivery/queue/waiting-feeds.store.ts'
import { appendEvents } from '../../packages/server/src/features/events/append.ts'
import { lockFeed } from '../../packages/server/src/features/events/feed.store.ts'
import { readDepth } from '../../packages/server/src/features/webhooks/depth.store.ts'
import { once, type Statement } from '../../packages/server/src/store/statements/statement.ts'
import type { Tx } from '../../packages/server/src/store/store.ts'
import { appendNamed, namesIn } from '../support/backlog.ts'
import { engines, holdOpen } from '../support/engine.ts'
import { challenge, findPersonId, person, type Person } from '../support/people.ts'
import { plantFault, soundSources, type Sources } from '../support/planted.ts'
import { answer, receivers, startReceiver, type Receiver, openReceivers } from '../support/receivers.ts'
import { startPlanted, startTestService, type TestService } from '../support/service.ts'
import { eventIds, loopbackAllowed, subscribe } from '../support/subscriptions.ts'

type WaitingFeeds = Pick<typeof waitingFeeds, 'listWaitingFeeds' | 'clearWaitingFeed'>

/** The number of attempts that an origin may have under way before it has answered. */
const FIRST_ATTEMPTS = 4

describe.each(engines)('the feed as outbox, on %s', (engine) => {
  let service: TestService
  let ana: Person
  let bo: Person
  const { keep: started, close: closeReceivers } = openReceivers()
  beforeEach(async () => {
    service = await startTestService(engine, loopbackAllowed)
    ana = await person(service)
    bo = await person(service)
  })
  afterEach(async () => {
    await closeReceivers()
    await service.stop()
  })
  const countRows = async (table: string): Promise<number> =>
    (await service.store.first(once<{ n: number }>(`select count(*) as n from ${table}`)))?.n ?? 0
  const subscribeTimes = async (owner: Person, receiver: Receiver, times: number): Promise<void> => {
    for (let n = 0; n < times; n += 1) await subscribe(owner, { url: `${receiver.url}/${n}` })
  }

  describe('for its writers', () => {
    /** What an event of this person writes: each statement with the rows that it changed, and whom it wakes. */
    const writeOne = async ({ email }: Person) => {
      const feedId = await findPersonId(service, email)
      const done: string[] = []
      const now = service.clock.now()
      const watch = (tx: Tx): Tx => ({
        dialect: tx.dialect,
        all: (statement, ...params) => {
          done.push(`${statement.name}`)
          return tx.all(statement, ...params)
        },
        first: (statement, ...params) => {
          done.push(`${statement.name}`)
          return tx.first(statement, ...params)
        },
        run: async <Params extends readonly unknown[]>(
          statement: Statement<never, Params>,
          ...params: Params
        ) => {
          const rows = await tx.run(statement, ...params)
          done.push(`${statement.name}: ${rows}`)
          return rows
        },
        enqueue: (statement, ...params) => {
          done.push(`${statement.name}`)
          tx.enqueue(statement, ...params)
        },
        signal: (topic) => {
          done.push(`wakes ${topic === feedId ? 'the feed' : topic}`)
          tx.signal(topic)
        },
      })
      const event = { feedId, at: now, type: 'challenge.due', actor: 'system', challenge_id: null } as const
      await service.store.write((tx) => appendEvents(watch(tx), [{ ...event, data: {} }], now))
      return done
    }

    it('nobody, one and twenty subscriptions are the same statements and the same rows', async () => {
      const receiver = await started(receivers.healthy())
      const [none, one, many] = [ana, bo, await person(service)]
      for (const each of [none, one, many]) await writeOne(each)
      await subscribeTimes(one, receiver, 1)
      await subscribeTimes(many, receiver, 20)
      const tables = ['feeds', 'events', 'deliveries', 'webhook_queues']
      const count = () => Promise.all(tables.map(countRows))
      const written = []
      for (const each of [none, one, many]) {
        const before = await count()
        const statements = await writeOne(each)
        const after = await count()
        written.push({ statements, rows: after.map((rows, at) => rows - (before[at] ?? 0)) })
      }
      expect(written[0]).toMatchObject({ rows: [0, 1, 0, 0] })
      expect(written[0]?.statements).toContain('wakes deliveries')
      expect(written[1]).toEqual(written[0])
      expect(written[2]).toEqual(written[0])
    })

    it('what is refused is not in it, and what is committed is sent to all', async () => {
      const receiver = await started(receivers.healthy())
      await subscribeTimes(ana, receiver, 3)
      const made = await challenge(ana, bo)
      expect((await ana.call('POST', `/v1/challenges/${made.id}/accept`, {})).status).toBe(403)
      expect((await readDepth(service.store)).waiting).toBe(3)
      await service.runDue()
      expect((await readDepth(service.store)).waiting).toBe(0)
      const [event] = await ana.events()
      expect(eventIds(receiver)).toEqual([event?.id, event?.id, event?.id])
    })
  })

  it('tells how much waits in it, and for how long', async () => {
    const receiver = await started(receivers.healthy())
    await subscribeTimes(ana, receiver, 2)
    const writtenAt = service.clock.now()
    await challenge(ana, bo)
    service.clock.advance(9_000)
    await challenge(ana, bo)
    expect(await readDepth(service.store)).toEqual({ waiting: 4, oldestAt: writtenAt })
    await service.runDue()
    expect(await readDepth(service.store)).toEqual({ waiting: 0, oldestAt: null })
  })

  it('is not multiplied by a flood while its receivers are slow, and is sent whole, in order', async () => {
    const held: (() => void)[] = []
    let isHolding = true
    const hold = () =>
      startReceiver((socket) => {
        if (isHolding) held.push(() => socket.write(answer(200)))
        else socket.write(answer(200))
      })
    const slow = [await started(hold()), await started(hold()), await started(hold())]
    for (const receiver of slow) await subscribe(ana, receiver)
    const names = Array.from({ length: 500 }, (_, n) => `ch_${String(n).padStart(3, '0')}`)
    await appendNamed(service.store, await findPersonId(service, ana.email), names, service.clock.now())
    expect(await countRows('deliveries')).toBe(0)
    const running = service.runDue()
    await expect.poll(() => held.length).toBe(slow.length * FIRST_ATTEMPTS)
    expect(await countRows('deliveries')).toBe(slow.length * FIRST_ATTEMPTS)
    expect((await readDepth(service.store)).waiting).toBe(slow.length * names.length)
    isHolding = false
    for (const release of held.splice(0)) release()
    await running
    for (const { requests } of slow) {
      const sent = requests.map(({ body }) => namesIn(body)[0] ?? '')
      expect(sent.toSorted()).toEqual(names)
      // Those that are under way at once may overtake each other, and are few.
      expect(sent.slice(0, FIRST_ATTEMPTS).toSorted()).toEqual(names.slice(0, FIRST_ATTEMPTS))
    }
    expect(await countRows('deliveries')).toBe(slow.length * names.length)
  })

  it('is passed through by one that wants something else, and what it wants is sent', async () => {
    const receiver = await started(receivers.healthy())
    await subscribe(ana, receiver, { events: ['challenge.accepted'] })
    const names = Array.from({ length: 450 }, (_, n) => `ch_${n}`)
    await appendNamed(service.store, await findPersonId(service, ana.email), names, service.clock.now())
    await bo.act(await challenge(ana, bo), 'accept')
    await service.runDue()
    expect(receiver.requests.map(({ headers }) => headers['x-svc-event'])).toEqual(['challenge.accepted'])
    expect(await countRows('deliveries')).toBe(1)
    expect((await readDepth(service.store)).waiting).toBe(0)
  })

  it('is looked at in every feed, also where there are more than are looked at in one go', async () => {
    const receiver = await started(receivers.healthy())
    const owners = await Promise.all(
      Array.from({ length: waitingFeeds.FEEDS_AT_ONCE + 3 }, () => person(service)),
    )
    for (const [at, owner] of owners.entries()) {
      // Most want something else, and nothing is under way that would bring the engine back.
      const events = at < waitingFeeds.FEEDS_AT_ONCE ? ['challenge.accepted'] : ['*']
      await subscribe(owner, receiver, { events })
      service.clock.advance(1)
      await appendNamed(
        service.store,
        await findPersonId(service, owner.email),
        ['ch_1'],
        service.clock.now(),
      )
    }
    await service.runDue()
    expect(receiver.requests).toHaveLength(3)
    const marked = await service.store.all(once('select 1 as one from feeds where waiting_since is not null'))
    expect(marked).toEqual([])
  })

  describe('while events are written', () => {
    let sources: Sources = soundSources
    afterEach(() => {
      sources.remove()
      sources = soundSources
    })

    /** An event is committed after the engine has looked at the marks, and before it takes them off. */
    const writeBetween = async () => {
      const path = 'packages/server/src/delivery/queue/waiting-feeds.store.ts'
      const { listWaitingFeeds, clearWaitingFeed } = await sources.load<WaitingFeeds>(path)
      const receiver = await started(receivers.healthy())
      await subscribe(ana, receiver)
      await challenge(ana, bo)
      await service.runDue()
      await challenge(ana, bo)
      const waiting = await service.store.write((tx) => listWaitingFeeds(tx, new Set()))
      expect(waiting).toHaveLength(1)
      await challenge(ana, bo)
      await service.store.write(async (tx) => {
        for (const feed of waiting) clearWaitingFeed(tx, feed)
      })
      await service.runDue()
      return eventIds(receiver)
    }

    it('none is lost between looking at a feed and taking its mark off', async () => {
      const sent = await writeBetween()
      expect(sent).toEqual((await ana.events()).map(({ id }) => id).toSorted())
      expect(sent).toHaveLength(3)
    })

    it('some would be lost if the mark were taken off wherever the feed stands', async () => {
      sources = plantFault([
        {
          file: 'packages/server/src/delivery/queue/waiting-feeds.store.ts',
          from: 'where owner_id = $owner_id and head = $head ${skipLocked}',
          to: 'where owner_id = $owner_id and $head > 0 ${skipLocked}',
        },
      ])
      await service.stop()
      service = await startPlanted(sources, engine, loopbackAllowed)
      ana = await person(service)
      bo = await person(service)
      expect(await writeBetween()).toHaveLength(1)
    })
  })
})

describe('a writer of the feed, on postgres', () => {
  it('is waited for by no engine', async () => {
    const service = await startTestService('postgres', loopbackAllowed)
    const [ana, bo, receiver] = [await person(service), await person(service), await receivers.healthy()]
    await subscribe(ana, receiver)
    await challenge(ana, bo)
    const feedId = await findPersonId(service, ana.email)
    // The feed is locked as a writer locks it, and the engine works meanwhile.
    await service.store.write(async (tx) => {
      await holdOpen(tx)
      await lockFeed(tx, feedId)
      await service.runDue()
    })
    expect(receiver.requests).toHaveLength(1)
    await challenge(ana, bo)
    await service.runDue()
    expect(receiver.requests).toHaveLength(2)
    await receiver.close()
    await service.stop()
  })
})
