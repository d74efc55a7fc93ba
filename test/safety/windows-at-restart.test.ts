// A restart in good order forgets no call that still counts; and nobody waits for longer than a minute because of it.
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { keepWindows, recallWindows } from '../../packages/server/src/ops/kept-windows.ts'
import { createLog } from '../../packages/server/src/log/log.ts'
import { LocalRateLimiter } from '../../packages/server/src/limits/rate-limiter.ts'
import { pruneAll } from '../../packages/server/src/jobs/pruning.ts'
import { once } from '../../packages/server/src/store/statements/statement.ts'
import type { Store } from '../../packages/server/src/store/store.ts'
import { call, type Reply } from '../support/call.ts'
import { prepareDatabase } from '../support/child-service.ts'
import { TestClock } from '../support/clock.ts'
import { createStore, engines, type TestStore } from '../support/engine.ts'
import { useFreshService } from '../support/service.ts'

const READS = 3
const WRITES = 2
const DAY_MS = 86_400_000
const settings = { READS_PER_MINUTE: String(READS), WRITES_PER_MINUTE: String(WRITES) }

const keptRows = async (store: Store): Promise<number> =>
  (await store.all(once<{ kept: number }>('select count(*) as kept from rate_windows')))[0]?.kept ?? 0

describe.each(engines)('a restart forgets the windows, on %s', (engine) => {
  describe('of a service', () => {
    const service = useFreshService(engine, settings)
    let token: string
    beforeEach(async () => {
      token = (await service.token(await service.account())).token
    })

    const read = (url: string): Promise<Reply> => call(url, 'GET', '/v1/me', { token })
    const write = (url: string): Promise<Reply> => call(url, 'POST', '/v1/challenges', { token, body: {} })

    /** Stops, is away for so long, and starts as a new process does. */
    const restart = async (awayMs: number): Promise<string> => {
      await service.stopKeeping()
      service.clock.advance(awayMs)
      service.clock.restart()
      return (await service.startNode()).url
    }

    it('a token that used up its minute is refused after the restart, until that minute is over', async () => {
      for (let at = 0; at < READS; at += 1) await read(service.url)
      service.clock.advance(20_000)
      const url = await restart(10_000)
      const refused = await read(url)
      const written = await write(url)
      service.clock.advance(29_999)
      const early = await read(url)
      service.clock.advance(1)
      const late = await read(url)

      expect(refused.body.error).toMatchObject({ code: 'rate_limited', retry_after: 30 })
      expect(written.headers['x-ratelimit-remaining']).toBe(String(WRITES - 1))
      expect(early.status).toBe(429)
      expect(late.status).toBe(200)
    })

    it('what was left of the minute is left after the restart, of reads and of writes', async () => {
      await read(service.url)
      await write(service.url)
      const url = await restart(0)

      expect((await read(url)).headers['x-ratelimit-remaining']).toBe(String(READS - 2))
      expect((await write(url)).headers['x-ratelimit-remaining']).toBe(String(WRITES - 2))
    })

    it('earlier calls count through a second restart too', async () => {
      for (let at = 0; at < READS; at += 1) await read(service.url)
      await restart(20_000)
      const url = await restart(20_000)

      expect((await read(url)).body.error).toMatchObject({ code: 'rate_limited', retry_after: 20 })
    })

    it('after a minute away nothing counts any more', async () => {
      for (let at = 0; at < READS; at += 1) await read(service.url)
      const url = await restart(60_000)

      expect((await read(url)).headers['x-ratelimit-remaining']).toBe(String(READS - 1))
    })

    it('a clock that was moved back meanwhile makes nobody wait for longer than a minute', async () => {
      for (let at = 0; at < READS; at += 1) await read(service.url)
      service.clock.advance(10_000)
      const url = await restart(-DAY_MS)
      const refused = await read(url)
      service.clock.advance(50_000)

      expect(refused.body.error).toMatchObject({ code: 'rate_limited', retry_after: 50 })
      expect((await read(url)).status).toBe(200)
    })

    it('the first process to start takes them, so that they are counted once', async () => {
      for (let at = 0; at < READS; at += 1) await read(service.url)
      await service.stopKeeping()
      const node = await service.startNode()

      expect((await read(node.url)).status).toBe(429)
      expect(await keptRows(node.store)).toBe(0)
    })
  })

  it('of a process that is asked to end, they are kept', { timeout: 180_000 }, async () => {
    const database = await prepareDatabase(engine, settings)
    const read = (url: string): Promise<Reply> => call(url, 'GET', '/v1/me', { token: database.token })
    const first = await database.start()
    for (let at = 0; at < READS; at += 1) await read(first.url)
    process.kill(first.pid, 'SIGTERM')
    await first.ended
    const second = await database.start()
    const reply = await read(second.url)
    await database.remove()

    expect(reply.body.error).toMatchObject({ code: 'rate_limited' })
  })

  describe('as they are stored', () => {
    let test: TestStore
    const clock = new TestClock()
    const log = createLog('silent', { write: () => undefined })
    beforeEach(async () => {
      test = await createStore(engine)
    })
    afterEach(() => test.remove())

    const limited = (reads: number) => {
      const limiter = new LocalRateLimiter({ read: reads, write: 1 }, clock.monotonic)
      return { store: test.store, limiter, clock, log }
    }

    it('two nodes that stopped leave both, and never more than the limit counts', async () => {
      for (const calls of [2, 3]) {
        const node = limited(4)
        for (let at = 0; at < calls; at += 1) node.limiter.admit('tok', 'read')
        await keepWindows(node)
        clock.advance(1_000)
      }
      const next = limited(4)
      await recallWindows(next)

      expect(next.limiter.admit('tok', 'read')).toMatchObject({ admitted: false, waitMs: 58_000 })
      clock.advance(58_000)
      expect(next.limiter.admit('tok', 'read').admitted).toBe(true)
    })

    it('those of a node that does not come back are removed after a minute', async () => {
      const node = limited(1)
      node.limiter.admit('tok', 'read')
      await keepWindows(node)
      await pruneAll(test.store, clock.now() + 60_000)
      expect(await keptRows(test.store)).toBe(1)
      await pruneAll(test.store, clock.now() + 60_001)
      expect(await keptRows(test.store)).toBe(0)
    })

    it('they are a million calls at most, those of the fullest windows', async () => {
      const node = limited(600_000)
      for (let at = 0; at < 600_000; at += 1) node.limiter.admit('full', 'read')
      for (let at = 0; at < 500_000; at += 1) node.limiter.admit('fuller than most', 'read')
      node.limiter.admit('small', 'read')
      await keepWindows(node)
      const next = limited(600_000)
      await recallWindows(next)

      expect(
        next.limiter
          .held()
          .map(({ name }) => name)
          .toSorted(),
      ).toEqual(['full', 'small'])
    })
  })
})
