// A subscription that is changed while processes have claimed deliveries of it: those that are not begun are taken
// along, and nothing more is begun at the old URL.
import { afterEach, describe, expect, it } from 'vitest'
import { MAX_LIMIT } from '../../packages/server/src/delivery/queue/capacity.ts'
import { lockQueue } from '../../packages/server/src/delivery/queue/queue.store.ts'
import { once } from '../../packages/server/src/store/statements/statement.ts'
import { appendNamed, namesIn } from '../support/backlog.ts'
import { call, type Reply } from '../support/call.ts'
import { engines, type Engine, holdOpen } from '../support/engine.ts'
import { asId } from '../support/ids.ts'
import { findPersonId, person, type Person } from '../support/people.ts'
import { answer, openReceivers, receivers, startReceiver, type Receiver } from '../support/receivers.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { loopbackAllowed, subscribe } from '../support/subscriptions.ts'

/** Receivers that say nothing are waited for. */
const patient = { ...loopbackAllowed, WEBHOOK_TIMEOUT_MS: '60000' }
const LONG = { timeout: 60_000 }
const soon = { timeout: 20_000 }

let service: TestService
let ana: Person
const { keep: started, close: closeReceivers } = openReceivers()
afterEach(async () => {
  await closeReceivers()
  await service.stop()
})

const begin = async (engine: Engine): Promise<void> => {
  service = await startTestService(engine, patient, { jobs: true })
  ana = await person(service)
}

const count = async (rows: string): Promise<number> =>
  (await service.store.first(once<{ n: number }>(`select count(*) as n from ${rows}`)))?.n ?? 0

const keysOf = ({ requests }: Pick<Receiver, 'requests'>) =>
  new Set(requests.map(({ headers }) => headers['x-api-key']))

const FIRST = 60
const ALL = 260
const names = Array.from({ length: ALL }, (_, n) => `ch_${String(n).padStart(3, '0')}`)

/**
 * A quick receiver is handed more than it is sent at once. It stops answering, so that much waits in memory for its
 * turn; then the subscription moves. Ends when all were sent to one of the two, while the old one is still silent.
 */
const moveWhileClaimed = async (change: (path: string, body: object) => Promise<Reply>) => {
  const held: (() => void)[] = []
  let isHolding = false
  const old = await started(
    startReceiver((socket) => {
      if (isHolding) held.push(() => socket.write(answer(200)))
      else socket.write(answer(200))
    }),
  )
  const next = await started(receivers.healthy())
  const webhook = await subscribe(ana, old, { headers: { 'X-Api-Key': 'for the old one' } })
  const feedId = await findPersonId(service, ana.email)
  const append = (some: readonly string[]) => appendNamed(service.store, feedId, some, service.clock.now())
  await append(names.slice(0, FIRST))
  await expect.poll(() => old.requests.length, soon).toBe(FIRST)
  isHolding = true
  await append(names.slice(FIRST))
  // All of them, where the machine is quick; at any rate more than can be under way.
  await expect.poll(() => count('deliveries'), soon).toBeGreaterThan(FIRST + 2 * MAX_LIMIT)
  await expect.poll(() => held.length, soon).toBeGreaterThanOrEqual(MAX_LIMIT)
  const underWay = held.length
  const reply = await change(`/v1/webhooks/${webhook.id}`, { url: next.url })
  expect(reply.status, reply.text).toBe(200)
  await expect.poll(() => old.requests.length + next.requests.length, soon).toBe(ALL)
  return {
    old,
    next,
    underWay,
    release: () => {
      for (const go of held.splice(0)) go()
    },
  }
}

describe.each(engines)('a subscription that is changed while much of it is claimed, on %s', (engine) => {
  it('takes along what was not begun, and begins nothing more at the old URL', LONG, async () => {
    await begin(engine)
    const { old, next, underWay, release } = await moveWhileClaimed((path, body) =>
      ana.call('PATCH', path, body),
    )
    release()
    await expect.poll(() => count('deliveries where due_at is not null'), soon).toBe(0)
    expect(underWay).toBe(MAX_LIMIT)
    expect(old.requests).toHaveLength(FIRST + underWay)
    const sent = [...old.requests, ...next.requests].map(({ body }) => namesIn(body)[0] ?? '')
    expect(sent.toSorted()).toEqual(names)
    expect(keysOf(old)).toEqual(new Set(['for the old one']))
    expect(keysOf(next)).toEqual(new Set([undefined]))
    expect(next.requests.every(({ headers }) => headers['x-svc-attempt'] === '1')).toBe(true)
  })
})

describe('a subscription that is changed by one of several processes, on postgres', () => {
  it('takes along what another has claimed', LONG, async () => {
    await begin('postgres')
    const { next, release } = await moveWhileClaimed(async (path, body) => {
      const node = await service.startNode()
      return await call(node.url, 'PATCH', path, { token: ana.token, body })
    })
    expect(keysOf(next)).toEqual(new Set([undefined]))
    release()
  })

  it('is changed after a claim that is under way, which is therefore known when it is answered', async () => {
    await begin('postgres')
    const webhook = await subscribe(ana, await started(receivers.healthy()))
    const blocked = `pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    const { answered } = await service.store.write(async (tx) => {
      await holdOpen(tx)
      await lockQueue(tx, asId('webhook', webhook.id))
      const patched = ana.call('PATCH', `/v1/webhooks/${webhook.id}`, { url: `${webhook.url}/2` })
      await expect.poll(() => count(blocked), soon).toBe(1)
      return { answered: patched }
    })
    expect((await answered).status).toBe(200)
  })
})
