// Several nodes on one PostgreSQL share the queues: no delivery is under way twice at once, and none is made
// twice.
import { afterEach, describe, expect, it } from 'vitest'
import type { WebhookWithSecret } from '@challenge-service/contract'
import {
  clearWaitingFeed,
  listWaitingFeeds,
  wakeQueuesOfFeed,
} from '../../packages/server/src/delivery/queue/waiting-feeds.store.ts'
import { appendNamed } from '../support/backlog.ts'
import { findPersonId, person, type Person } from '../support/people.ts'
import { plantFault, soundSources, type Sources } from '../support/planted.ts'
import { answer, startReceiver, type Receiver } from '../support/receivers.ts'
import { startPlanted, type TestService } from '../support/service.ts'
import { actOn, deliveriesOf, loopbackAllowed, subscribe } from '../support/subscriptions.ts'

const SUBSCRIPTIONS = 6
const EACH = 40

describe('nodes that share the queues', () => {
  let service: TestService
  let sources: Sources = soundSources
  const receivers: Receiver[] = []
  afterEach(async () => {
    await Promise.all(receivers.splice(0).map((receiver) => receiver.close()))
    await service.stop()
    sources.remove()
    sources = soundSources
  })

  type Fill = (ana: Person, webhooks: readonly WebhookWithSecret[]) => Promise<void>
  const withTests: Fill = async (ana, webhooks) => {
    for (let n = 0; n < EACH; n += 1)
      await Promise.all(webhooks.map((webhook) => actOn(ana, webhook, 'test', {}, 202)))
  }
  const withEvents: Fill = async (ana) => {
    const names = Array.from({ length: EACH }, (_, n) => `ch_${n}`)
    await appendNamed(service.store, await findPersonId(service, ana.email), names, service.clock.now())
  }
  /** The queues are told of the events already, as by a node that then ended: no lock but that of the claim is left. */
  const withToldEvents: Fill = async (ana, webhooks) => {
    await withEvents(ana, webhooks)
    await service.store.write(async (tx) => {
      for (const feed of await listWaitingFeeds(tx, new Set())) {
        await wakeQueuesOfFeed(tx, feed, service.clock.now())
        clearWaitingFeed(tx, feed)
      }
    })
  }

  /** How often each receiver was sent each event, and how many were ever under way twice at once. */
  const deliverWith = async (nodes: number, fill: Fill) => {
    service = await startPlanted(sources, 'postgres', loopbackAllowed)
    const runs = [() => service.runDue()]
    for (let node = 1; node < nodes; node += 1) {
      const other = await service.startNode()
      runs.push(() => other.runDue())
    }
    const times = new Map<string, number>()
    const underWay = new Set<string>()
    let twiceAtOnce = 0
    const ana = await person(service)
    const webhooks = []
    for (let n = 0; n < SUBSCRIPTIONS; n += 1) {
      const receiver: Receiver = await startReceiver((socket, { headers }) => {
        const id = `${receiver.port} ${headers['webhook-id']}`
        times.set(id, (times.get(id) ?? 0) + 1)
        if (underWay.has(id)) twiceAtOnce += 1
        underWay.add(id)
        setImmediate(() => {
          underWay.delete(id)
          socket.write(answer(200))
        })
      })
      receivers.push(receiver)
      webhooks.push(await subscribe(ana, receiver))
    }
    await fill(ana, webhooks)
    await Promise.all(runs.map((run) => run()))
    return { times: [...times.values()], twiceAtOnce, log: await logOf(ana, webhooks) }
  }

  const logOf = async (ana: Person, webhooks: readonly { readonly id: string }[]) =>
    (await Promise.all(webhooks.map((webhook) => deliveriesOf(ana, webhook)))).flat()

  const looking = (wait: string) => ({
    file: 'packages/server/src/delivery/queue/claim.ts',
    from: '  const rows = await Promise.all(',
    to: `${wait}\n  const rows = await Promise.all(`,
  })
  // Gives the other nodes time to look at the same queues before anything is taken from them.
  const slowly = looking('  await new Promise((resolve) => setTimeout(resolve, 20))')
  // Nobody takes anything before three have looked; then all do, in one moment. The nodes of a test share a process.
  const together =
    looking(`  const shared = globalThis as { lookers?: number; go?: () => void; gone?: Promise<void> }
  shared.gone ??= new Promise((resolve) => (shared.go = resolve))
  shared.lookers = (shared.lookers ?? 0) + 1
  if (shared.lookers === 3) shared.go?.()
  await shared.gone`)

  const kinds = [
    ['test', withTests],
    ['event of the feed', withEvents],
    ['event that queues were told of', withToldEvents],
  ] as const
  const cases = kinds.flatMap(([kind, fill]) => [2, 3].map((nodes) => [nodes, kind, fill] as const))

  it.each(cases)('%d of them send each %s once', { timeout: 180_000 }, async (nodes, _, fill) => {
    sources = plantFault([slowly])
    const { times, twiceAtOnce, log } = await deliverWith(nodes, fill)
    expect(times).toEqual(Array(SUBSCRIPTIONS * EACH).fill(1))
    expect(twiceAtOnce).toBe(0)
    expect(log.every(({ status, attempts }) => status === 'delivered' && attempts === 1)).toBe(true)
  })

  it.each([kinds[0], kinds[2]])(
    'would send some %s twice if queues were not locked',
    { timeout: 180_000 },
    async (_, fill) => {
      sources = plantFault([
        together,
        {
          file: 'packages/server/src/delivery/queue/queue.store.ts',
          from: 'order by due_at, webhook_id limit $2 ${skipLocked}',
          to: 'order by due_at, webhook_id limit $2',
        },
      ])
      // Whether the claims meet is left to chance, so there are several rounds.
      let most = 1
      for (let round = 0; round < 10 && most === 1; round += 1) {
        Object.assign(globalThis, { lookers: 0, go: undefined, gone: undefined })
        if (round > 0) await service.stop()
        const { times } = await deliverWith(3, fill)
        most = Math.max(...times)
      }
      expect(most).toBeGreaterThan(1)
    },
  )
})
