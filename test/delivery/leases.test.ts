// A lease is what holds a delivery together while it is under way: who comes too late settles nothing, what was
// not begun is handed back, and what a crash left behind is taken again.
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Socket } from 'node:net'
import { once } from '../../packages/server/src/store/statements/statement.ts'
import { engines } from '../support/engine.ts'
import { person, type Person } from '../support/people.ts'
import { answer, startReceiver, type Receiver } from '../support/receivers.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { actOn, deliveriesOf, getWebhook, loopbackAllowed, subscribe } from '../support/subscriptions.ts'

const LEASE_MS = 30_000
const MANY = 150

describe.each(engines)('a lease, on %s', (engine) => {
  let service: TestService
  let ana: Person
  let receiver: Receiver
  let held: Socket[] = []
  let isHolding = true
  beforeEach(async () => {
    held = []
    isHolding = true
    service = await startTestService(engine, loopbackAllowed)
    ana = await person(service)
    receiver = await startReceiver((socket) => {
      if (isHolding) held.push(socket)
      else socket.write(answer(200))
    })
  })
  afterEach(async () => {
    await receiver.close()
    await service.stop()
  })
  const untilHeld = async (count: number): Promise<void> => {
    await expect.poll(() => held.length).toBe(count)
  }

  it('that has ended lets another node deliver, and the first settles nothing any more', async () => {
    const other = await service.startNode()
    const webhook = await subscribe(ana, receiver)
    await actOn(ana, webhook, 'test', {}, 202)
    const first = service.runDue()
    await untilHeld(1)
    service.clock.advance(LEASE_MS - 1)
    await other.runDue()
    expect(receiver.requests).toHaveLength(1)

    service.clock.advance(1)
    isHolding = false
    await other.runDue()
    const logged = await deliveriesOf(ana, webhook)
    expect(logged).toMatchObject([{ status: 'delivered', attempts: 2, response_status: 200 }])
    // A 410 that would switch the subscription off, from an attempt that is nobody's any more.
    for (const socket of held) socket.write(answer(410))
    await first
    expect(await deliveriesOf(ana, webhook)).toEqual(logged)
    expect((await getWebhook(ana, webhook)).status).toBe('active')
    expect(service.logLines.join('')).toContain('lost lease')
    // Nor does it hold anything back.
    await actOn(ana, webhook, 'test', {}, 202)
    await service.runDue()
    expect((await deliveriesOf(ana, webhook)).map(({ status }) => status)).toEqual(['delivered', 'delivered'])
  })

  it('is counted as an attempt before the attempt is made', async () => {
    const webhook = await subscribe(ana, receiver)
    await actOn(ana, webhook, 'test', {}, 202)
    const running = service.runDue()
    await untilHeld(1)
    expect(await deliveriesOf(ana, webhook)).toMatchObject([
      { status: 'pending', attempts: 1, outcome: null, next_attempt_at: null },
    ])
    for (const socket of held) socket.write(answer(200))
    await running
  })

  it('of what was not begun is given back when the service stops, and the attempt with it', async () => {
    const webhook = await subscribe(ana, receiver)
    isHolding = false
    // Answers quickly, and so is handed more than it has places for.
    for (let n = 0; n < 40; n += 1) await actOn(ana, webhook, 'test', {}, 202)
    await service.runDue()
    const before = receiver.requests.length
    isHolding = true
    for (let n = 0; n < MANY; n += 1) await actOn(ana, webhook, 'test', {}, 202)
    const running = service.runDue().catch(() => undefined)
    await expect.poll(() => held.length).toBeGreaterThan(3)
    const stopped = service.stopKeeping()
    // Nothing is answered before it takes no more calls.
    const isUp = () =>
      service.call('GET', '/healthz').then(
        () => true,
        () => false,
      )
    await expect.poll(isUp).toBe(false)
    const answering = setInterval(() => {
      for (const socket of held.splice(0)) socket.write(answer(200))
    }, 5)
    await stopped
    clearInterval(answering)
    void running
    const sent = receiver.requests.length - before
    expect(sent).toBeLessThan(MANY)

    const again = await openAgain(service)
    const rows = await again.rows()
    await again.close()
    const [begun, waiting] = [rows.slice(40, 40 + sent), rows.slice(40 + sent)]
    const shown = ({ status, attempts, lease, due_at }: Row) => [status, attempts, lease, due_at].join(' ')
    expect(new Set(begun.map(shown))).toEqual(new Set(['delivered 1  ']))
    expect(new Set(waiting.map(shown))).toEqual(new Set(['pending 0  0']))
  })
})

interface Row {
  readonly status: string
  readonly attempts: number
  readonly lease: string | null
  readonly due_at: number | null
}

/** The database of a service that has stopped. */
const openAgain = async ({ databaseUrl }: TestService) => {
  const { openStore } = await import('../../packages/server/src/store/open.ts')
  const { parseDatabaseUrl } = await import('../../packages/server/src/store/target.ts')
  const target = parseDatabaseUrl(databaseUrl)
  if (!target) throw new Error('no database')
  const store = await openStore(target, { onIdleError: () => undefined })
  return {
    rows: () =>
      store.all(once<Row>('select status, attempts, lease, due_at from deliveries order by status, id')),
    close: () => store.close(),
  }
}
