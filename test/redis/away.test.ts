// Redis may be killed, frozen, slow, or come back empty, under load: no call fails for it, none waits for long, limits hold
// in each process meanwhile, and they are shared again afterwards.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { call, type Reply } from '../support/call.ts'
import { hasRedis, slowWayTo, startRedis, type SlowWay, type TestRedis } from '../support/redis-server.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { openStream } from '../support/stream.ts'

const LIMIT = 40
/** More than a machine that is busy with other tests takes by itself. */
const ANSWER_MS = 2_000
/** What a call may take beside Redis, on such a machine. */
const UNDISTURBED_MS = 10_000
const TOO_SLOW_MS = 30_000

const LINES = {
  lost: 'Redis no longer answers: limits are counted in each process until it does',
  back: 'Redis answers again: limits are shared',
}

describe.skipIf(!hasRedis)('while Redis is away', () => {
  let redis: TestRedis
  let way: SlowWay
  let service: TestService
  let nodes: readonly Pick<TestService, 'url' | 'sharedLimits'>[]
  beforeEach(async () => {
    redis = await startRedis()
    way = await slowWayTo(redis.port)
    const settings = { REDIS_URL: way.url, READS_PER_MINUTE: String(LIMIT) }
    service = await startTestService('postgres', settings, { redisAnswerMs: ANSWER_MS })
    nodes = [service, await service.startNode()]
    await untilShared()
  })
  afterEach(async () => {
    redis.thaw()
    await service.stop()
    await way.close()
    await redis.stop()
  })

  const newToken = async (): Promise<string> => (await service.token(await service.account())).token
  const read = (at: number, token: string): Promise<Reply> =>
    call(nodes[at % nodes.length]?.url ?? '', 'GET', '/v1/me', { token })
  const untilShared = (): Promise<unknown> =>
    vi.waitUntil(() => nodes.every((node) => node.sharedLimits()?.isShared), {
      interval: 20,
      timeout: 30_000,
    })
  const untilAlone = (): Promise<unknown> =>
    vi.waitUntil(() => nodes.every((node) => !node.sharedLimits()?.isShared), {
      interval: 20,
      timeout: 30_000,
    })
  const countLines = (words: string): number => service.logLines.filter((line) => line.includes(words)).length
  const countAdmitted = async (token: string, calls: number): Promise<number> => {
    const replies = await Promise.all(Array.from({ length: calls }, (_, at) => read(at, token)))
    expect(replies.every(({ status }) => status === 200 || status === 429)).toBe(true)
    return replies.filter(({ status }) => status === 200).length
  }

  /** Calls without pause, each with a token of its own, until told to stop. */
  const underLoad = async (work: () => Promise<unknown>): Promise<{ failed: number; longestMs: number }> => {
    const tokens = await Promise.all(Array.from({ length: 8 }, newToken))
    const over = new AbortController()
    let [failed, longestMs] = [0, 0]
    const callOn = async (token: string, at: number): Promise<void> => {
      for (let n = 0; !over.signal.aborted; n += 1) {
        const startedAt = performance.now()
        const { status } = await read(at + n, token)
        longestMs = Math.max(longestMs, performance.now() - startedAt)
        if (status !== 200 && status !== 429) failed += 1
      }
    }
    const load = Promise.all(tokens.map(callOn))
    try {
      await work()
    } finally {
      over.abort()
      await load
    }
    return { failed, longestMs }
  }

  const away = {
    killed: { go: () => redis.kill(), comeBack: () => redis.startAgain() },
    frozen: { go: async () => redis.freeze(), comeBack: async () => redis.thaw() },
    'slower than the bound': { go: async () => way.delay(TOO_SLOW_MS), comeBack: async () => way.delay(0) },
  }

  it.each(Object.entries(away))(
    '%s: calls go on, and limits are shared again',
    async (_, { go, comeBack }) => {
      const { failed, longestMs } = await underLoad(async () => {
        await go()
        await untilAlone()
        await countAdmitted(await newToken(), LIMIT)
        await comeBack()
        await untilShared()
      })

      expect(failed).toBe(0)
      expect(longestMs).toBeLessThan(UNDISTURBED_MS)
      expect(await countAdmitted(await newToken(), 2 * LIMIT)).toBe(LIMIT)
      for (const node of nodes) {
        expect(node.sharedLimits()).toMatchObject({ isShared: true, timesLost: 1 })
        expect(node.sharedLimits()?.countedAlone).toBeGreaterThan(0)
      }
      // Once for each of the two processes.
      expect(countLines(LINES.lost)).toBe(2)
      expect(countLines(LINES.back)).toBe(2)
    },
  )

  it('back with another password: that is told too, since it is another reason', async () => {
    await redis.kill()
    await untilAlone()
    await redis.startAgain(['--requirepass', 'another'])
    const told = () => service.logLines.filter((line) => line.includes('Redis still does not answer'))
    await expect.poll(() => told().join('')).toContain('"redis":"NOAUTH"')
    expect(countLines(LINES.back)).toBe(0)
  })

  it('slow, but within the bound: nothing is counted alone', async () => {
    way.delay(50)
    const { failed, longestMs } = await underLoad(async () => {
      expect(await countAdmitted(await newToken(), 2 * LIMIT)).toBe(LIMIT)
    })
    expect(failed).toBe(0)
    expect(longestMs).toBeLessThan(UNDISTURBED_MS)
    for (const node of nodes) expect(node.sharedLimits()).toMatchObject({ timesLost: 0, countedAlone: 0 })
  })

  it('each process admits its limit and no more, what it admitted before included', async () => {
    const token = await newToken()
    expect(await countAdmitted(token, LIMIT)).toBe(LIMIT)
    await redis.kill()
    await untilAlone()
    // Each of the two has admitted half of them, and so has as much left.
    expect(await countAdmitted(token, 4 * LIMIT)).toBe(LIMIT)
    expect(await countAdmitted(token, LIMIT)).toBe(0)
  })

  it('what was counted meanwhile counts when it is back, also where it comes back empty', async () => {
    const token = await newToken()
    expect(await countAdmitted(token, LIMIT / 2)).toBe(LIMIT / 2)
    await redis.kill()
    await untilAlone()
    expect(await countAdmitted(token, LIMIT / 4)).toBe(LIMIT / 4)
    await redis.startAgain()
    await untilShared()
    expect(await countAdmitted(token, LIMIT)).toBe(LIMIT / 4)
  })

  it('a call that reached it before it froze, and was counted alone too, counts once', async () => {
    const token = await newToken()
    redis.freeze()
    expect(await countAdmitted(token, LIMIT / 2)).toBe(LIMIT / 2)
    redis.thaw()
    await untilShared()
    expect(await countAdmitted(token, LIMIT)).toBe(LIMIT / 2)
    expect(nodes.map((node) => node.sharedLimits()?.timesLost)).toEqual([1, 1])
  })

  it('streams are opened, and hold their places when it is back', async () => {
    const token = await newToken()
    await redis.kill()
    await untilAlone()
    const streams = await Promise.all(Array.from({ length: 5 }, () => openStream(nodes[0]?.url ?? '', token)))
    await redis.startAgain()
    await untilShared()
    const sixth = await openStream(nodes[1]?.url ?? '', token)
    for (const stream of [...streams, sixth]) stream.close()

    expect(streams.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    expect(sixth.status).toBe(429)
  })

  it('a service starts all the same, with a warning that holds no password', async () => {
    const settings = { REDIS_URL: 'redis://someone:hunter2@127.0.0.1:1/0' }
    const alone = await startTestService('postgres', settings)
    const { token } = await alone.token(await alone.account())
    const reply = await alone.call('GET', '/v1/me', { token })
    const log = alone.logLines.join('\n')
    await alone.stop()

    expect(reply.status).toBe(200)
    expect(log).toContain('Redis (REDIS_URL) does not answer')
    expect(log).not.toContain('hunter2')
  })

  it('one that refuses the password is one that is away, and the log says why without it', async () => {
    const strict = await startRedis(['--requirepass', 'hunter2'])
    const refused = await startTestService('postgres', { REDIS_URL: strict.url.replace('//', '//:hunter3@') })
    const admitted = await startTestService('postgres', {
      REDIS_URL: strict.url.replace('//', '//:hunter2@'),
    })
    await vi.waitUntil(() => admitted.sharedLimits()?.isShared, { interval: 20, timeout: 30_000 })
    const [without, withIt] = [refused.sharedLimits(), admitted.sharedLimits()]
    const log = [...refused.logLines, ...admitted.logLines].join('\n')
    await refused.stop()
    await admitted.stop()
    await strict.stop()

    expect({ without: without?.isShared, withIt: withIt?.isShared }).toEqual({ without: false, withIt: true })
    expect(log).toContain('WRONGPASS')
    expect(log).not.toMatch(/hunter[23]/)
  })

  it('one that can be read and not written, as after a failover, is one that is away', async () => {
    const token = await newToken()
    const replica = await startRedis(['--replicaof', '127.0.0.1', String(redis.port)])
    const other = await startTestService('postgres', { REDIS_URL: replica.url })
    const state = other.sharedLimits()
    await other.stop()
    await replica.stop()

    expect(state?.isShared).toBe(false)
    expect(await countAdmitted(token, 2 * LIMIT)).toBe(LIMIT)
  })
})
