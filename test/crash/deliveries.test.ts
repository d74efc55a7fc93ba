// The service is killed at random moments while it delivers. Whatever it was doing: every event that was
// committed is delivered at least once, what is settled stays settled, and no more is sent twice than was under
// way when it was killed. `npm run test:crash -- --rounds 200` runs it for long.
import { afterEach, describe, expect, it } from 'vitest'
import { readConfig } from '../../packages/server/src/config/config.ts'
import { readKeyring } from '../../packages/server/src/config/secrets.ts'
import { createLog } from '../../packages/server/src/log/log.ts'
import { systemClock } from '../../packages/server/src/kernel/clock.ts'
import { MINUTE_MS } from '../../packages/server/src/kernel/instants.ts'
import { startService } from '../../packages/server/src/service.ts'
import { sql } from '../../packages/server/src/store/statements/statement.ts'
import type { Store } from '../../packages/server/src/store/store.ts'
import { call } from '../support/call.ts'
import { prepareDatabase, type ChildService, type PreparedDatabase } from '../support/child-service.ts'
import { engines } from '../support/engine.ts'
import { plantFault, soundSources, type Sources } from '../support/planted.ts'
import { answer, startReceiver, type Receiver } from '../support/receivers.ts'

const ROUNDS = Number(process.env['CRASH_ROUNDS'] ?? 5)
const CLIENTS = 8

interface DeliveryRow {
  readonly id: string
  readonly event_id: string
  readonly status: string
  readonly attempts: number
  readonly lease: string | null
  readonly settled_at: number | null
}

const listDeliveries = sql<DeliveryRow, []>(
  'test.all_deliveries',
  'select id, event_id, status, attempts, lease, settled_at from deliveries order by id',
)
const listEvents = sql<{ id: string }, []>(
  'test.events_of_subscriber',
  `select e.id from events e join webhooks w on w.feed_id = e.feed_id order by e.seq`,
)

describe.each(engines)('deliveries of a service that is killed, on %s', (engine) => {
  let database: PreparedDatabase
  let receiver: Receiver
  let sources: Sources = soundSources
  /** The deliveries as they came, in the round they came in. */
  let sent: { readonly id: string; readonly round: number }[] = []
  let round = 0
  afterEach(async () => {
    await receiver.close()
    await database.remove()
    sources.remove()
    sources = soundSources
  })

  const prepare = async (): Promise<void> => {
    sent = []
    round = 0
    database = await prepareDatabase(engine, { WEBHOOK_ALLOW_PRIVATE: 'true' })
    receiver = await startReceiver((socket, { headers }) => {
      sent.push({ id: headers['x-svc-delivery'] ?? '', round })
      // Some are answered later than others, so that there is always something under way.
      setTimeout(() => socket.write(answer(200)), Math.random() * 8)
    })
  }

  const subscribe = async ({ url }: ChildService): Promise<void> => {
    const options = { token: database.token, body: { url: receiver.url } }
    expect((await call(url, 'POST', '/v1/webhooks', options)).status).toBe(201)
  }

  /** Makes events until so many were acknowledged, then kills the service in the midst of it. */
  const killWhileWorking = async (service: ChildService): Promise<void> => {
    const life = { over: false }
    void service.ended.then(() => (life.over = true))
    let left = 20 + Math.floor(Math.random() * 60)
    let enough = (): void => undefined
    const reached = new Promise<void>((resolve) => (enough = resolve))
    const clients = Array.from({ length: CLIENTS }, async () => {
      while (!life.over) {
        const body = { claim: 'It holds.', opponent_email: 'bo@test.example', stake: 'a coffee', due_days: 5 }
        const made = await call(service.url, 'POST', '/v1/challenges', { token: database.token, body }).catch(
          () => undefined,
        )
        // Only the end of the process may leave a call without its answer.
        if (made) expect(made.status).toBe(201)
        left -= 1
        if (left === 0) enough()
      }
    })
    await reached
    await service.kill()
    await Promise.all(clients)
  }

  /** A sound service in this process, at a time when every lease has ended. */
  const deliverTheRest = async (): Promise<void> => {
    const config = readConfig(database.settings)
    const service = await startService({
      config,
      keys: readKeyring(database.settings, config.database),
      clock: { ...systemClock, now: () => systemClock.now() + 5 * MINUTE_MS },
      log: createLog('silent', process.stderr),
      jobs: false,
    })
    await service.runDue()
    await service.stop()
  }

  interface Outcome {
    readonly events: number
    readonly lost: readonly string[]
    readonly sentAfterSettled: readonly string[]
    readonly changedAfterSettled: readonly string[]
    readonly repeated: number
    readonly underWay: number
  }

  const run = async (rounds: number): Promise<Outcome> => {
    await prepare()
    const settled = new Map<string, { readonly row: DeliveryRow; readonly round: number }>()
    const changedAfterSettled: string[] = []
    let underWay = 0
    const look = async (store: Store): Promise<void> => {
      for (const row of await store.all(listDeliveries)) {
        if (row.lease !== null) underWay += 1
        const known = settled.get(row.id)
        if (known && JSON.stringify(known.row) !== JSON.stringify(row)) changedAfterSettled.push(row.id)
        if (!known && row.settled_at !== null) settled.set(row.id, { row, round })
      }
    }
    for (round = 1; round <= rounds; round += 1) {
      const service = await database.start({ sources })
      if (round === 1) await subscribe(service)
      await killWhileWorking(service)
      await database.inspect(look)
    }
    await deliverTheRest()
    const [events, rows] = await database.inspect(
      async (store) => [await store.all(listEvents), await store.all(listDeliveries)] as const,
    )
    await database.inspect(look)
    const received = new Set(sent.map(({ id }) => id))
    const delivered = new Set(
      rows.filter(({ id, status }) => status === 'delivered' && received.has(id)).map((row) => row.event_id),
    )
    return {
      events: events.length,
      lost: events.map(({ id }) => id).filter((id) => !delivered.has(id)),
      sentAfterSettled: sent
        .filter((one) => (settled.get(one.id)?.round ?? Infinity) < one.round)
        .map(({ id }) => id),
      changedAfterSettled,
      repeated: sent.length - received.size,
      underWay,
    }
  }

  it(
    'are lost never, settled once, and repeated only where they were under way',
    {
      timeout: 120_000 + ROUNDS * 30_000,
    },
    async () => {
      const outcome = await run(ROUNDS)
      expect(outcome.events).toBeGreaterThan(ROUNDS * 20)
      expect(outcome.lost).toEqual([])
      expect(outcome.sentAfterSettled).toEqual([])
      expect(outcome.changedAfterSettled).toEqual([])
      expect(outcome.repeated).toBeLessThanOrEqual(outcome.underWay)
      // Otherwise the kill came too early or too late to say anything.
      expect(outcome.underWay).toBeGreaterThan(0)
    },
  )

  it(
    'would be lost if they were written after the position that stands for them',
    { timeout: 600_000 },
    async () => {
      sources = plantFault(writtenAfterCommit)
      const { lost } = await run(3)
      expect(lost.length).toBeGreaterThan(0)
    },
  )
})

// What was taken from the feed is kept in memory until the position of its queue is committed, and written later: so
// much later that the service is always killed in between.
const writtenAfterCommit = [
  {
    file: 'packages/server/src/delivery/queue/take.store.ts',
    from: '  enqueueInChunks(tx, insert, rows, { due_at: until, lease: token, now })',
    to: '  held.push((later: Tx) => enqueueInChunks(later, insert, rows, { due_at: until, lease: token, now }))',
  },
  {
    file: 'packages/server/src/delivery/queue/take.store.ts',
    from: 'const insert = declareInSizes(',
    to: `export const held: ((tx: Tx) => void)[] = []
const insert = declareInSizes(`,
  },
  {
    file: 'packages/server/src/delivery/rounds.ts',
    from: '      this.#warnOfLost(ordinary.length - round.postponed.length - round.settled.count)',
    to: `      const { held } = await import('./queue/take.store.ts')
      const own = held.splice(0)
      await new Promise((resolve) => setTimeout(resolve, 60_000))
      await store.write(async (tx) => {
        for (const write of own) write(tx)
      })
      this.#warnOfLost(ordinary.length - round.postponed.length - round.settled.count)`,
  },
]
