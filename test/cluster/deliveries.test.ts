// Several nodes on one PostgreSQL share the queues: no delivery is under way twice at once, and none is made
// twice.
import { afterEach, describe, expect, it } from 'vitest'
import { person, type Person } from '../support/people.ts'
import { plantFault, soundSources, type SourceTree } from '../support/planted.ts'
import { answer, startReceiver, type Receiver } from '../support/receivers.ts'
import { startPlanted, type TestService } from '../support/service.ts'
import { actOn, deliveriesOf, loopbackAllowed, subscribe } from '../support/subscriptions.ts'

const SUBSCRIPTIONS = 6
const EACH = 40

describe('nodes that share the queues', () => {
  let service: TestService
  let sources: SourceTree = soundSources
  const receivers: Receiver[] = []
  afterEach(async () => {
    await Promise.all(receivers.splice(0).map((receiver) => receiver.close()))
    await service.stop()
    sources.remove()
    sources = soundSources
  })

  /** How often each delivery was sent, and how many of them were ever under way twice at once. */
  const deliverWith = async (nodes: number) => {
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
      const receiver = await startReceiver((socket, { headers }) => {
        const id = headers['x-svc-delivery'] ?? ''
        times.set(id, (times.get(id) ?? 0) + 1)
        if (underWay.has(id)) twiceAtOnce += 1
        underWay.add(id)
        setImmediate(() => {
          underWay.delete(id)
          socket.write(answer(200))
        })
      })
      receivers.push(receiver)
      webhooks.push(await subscribe(ana, receiver, { events: ['challenge.due'] }))
    }
    for (let n = 0; n < EACH; n += 1)
      await Promise.all(webhooks.map((webhook) => actOn(ana, webhook, 'test', {}, 202)))
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

  it.each([2, 3])('%d of them send each delivery once', { timeout: 60_000 }, async (nodes) => {
    sources = plantFault([slowly])
    const { times, twiceAtOnce, log } = await deliverWith(nodes)
    expect(times).toEqual(Array(SUBSCRIPTIONS * EACH).fill(1))
    expect(twiceAtOnce).toBe(0)
    expect(log.every(({ status, attempts }) => status === 'delivered' && attempts === 1)).toBe(true)
  })

  it('would send some twice if queues were not locked', { timeout: 60_000 }, async () => {
    Object.assign(globalThis, { lookers: 0, go: undefined, gone: undefined })
    sources = plantFault([
      together,
      {
        file: 'packages/server/src/delivery/queue/claim.store.ts',
        from: 'order by due_at, webhook_id limit $2 ${skipLocked}',
        to: 'order by due_at, webhook_id limit $2',
      },
    ])
    const { times } = await deliverWith(3)
    expect(Math.max(...times)).toBeGreaterThan(1)
  })
})
