// Redis may be killed, frozen, slow, emptied, or come back empty, under load: no call fails for it, none waits for long, each
// process admits its share meanwhile, and limits are shared again afterwards.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { call, type Reply } from '../support/call.ts'
import { hasRedis, startRedis, untilShared, type TestRedis } from '../support/redis-server.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { slowWayTo, type SlowWay } from '../support/slow-way.ts'
import { openStream } from '../support/stream.ts'

const LIMIT = 40
/** More than a machine that is busy with other tests takes by itself; several times that ends sharing. */
const ANSWER_MS = 300
/** What a call may take beside Redis, on such a machine. */
const UNDISTURBED_MS = 25_000
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
    await untilShared(nodes)
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
  const untilAlone = (): Promise<unknown> =>
    vi.waitUntil(() => nodes.every((node) => !node.sharedLimits()?.isShared), {
      interval: 20,
      timeout: 60_000,
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
        await untilShared(nodes)
      })

      expect(failed).toBe(0)
      expect(longestMs).toBeLessThan(UNDISTURBED_MS)
      expect(await countAdmitted(await newToken(), 2 * LIMIT)).toBe(LIMIT)
      for (const node of nodes) {
        expect(node.sharedLimits()?.isShared).toBe(true)
        expect(node.sharedLimits()?.countedAlone).toBeGreaterThan(0)
      }
      // Told once each time, by each of the two processes: a machine that is too busy may lose it more often.
      const timesLost = nodes.reduce((sum, node) => sum + (node.sharedLimits()?.timesLost ?? 0), 0)
      expect(timesLost).toBeGreaterThanOrEqual(2)
      expect(countLines(LINES.lost)).toBe(timesLost)
      expect(countLines(LINES.back)).toBe(timesLost)
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

  it('an answer that is late now and then: it is waited for, and nothing is counted alone', async () => {
    const token = await newToken()
    await countAdmitted(token, 2)
    for (let n = 0; n < 3; n += 1) {
      way.delay(2 * ANSWER_MS)
      const late = read(n, token)
      await vi.waitUntil(() => way.late() > 0, { interval: 5, timeout: 60_000 })
      way.delay(0)
      expect((await late).headers['x-ratelimit-remaining']).toBe(String(LIMIT - 3 - 3 * n))
      expect(await countAdmitted(token, 2)).toBe(2)
    }
    for (const node of nodes) expect(node.sharedLimits()).toMatchObject({ timesLost: 0, countedAlone: 0 })
  })

  it('each process admits its share of what was left, and says so', async () => {
    const [used, half, unused] = [await newToken(), await newToken(), await newToken()]
    expect(await countAdmitted(used, LIMIT)).toBe(LIMIT)
    // What each heard last is that nothing is left.
    for (let at = 0; at < nodes.length; at += 1) expect((await read(at, used)).status).toBe(429)
    for (let at = 0; at < LIMIT / 2; at += 1) expect((await read(at, half)).status).toBe(200)
    await redis.kill()
    await untilAlone()

    expect(await countAdmitted(used, LIMIT)).toBe(0)
    // Of the two, one heard of the last call and the other of the one before.
    const left = await countAdmitted(half, 2 * LIMIT)
    expect(left).toBeGreaterThanOrEqual(LIMIT / 2)
    expect(left).toBeLessThanOrEqual(LIMIT / 2 + nodes.length)
    expect((await read(0, unused)).headers).toMatchObject({
      'x-ratelimit-limit': String(LIMIT / 2),
      'x-ratelimit-remaining': String(LIMIT / 2 - 1),
    })
    expect(await countAdmitted(unused, 2 * LIMIT)).toBe(LIMIT - 1)
    const refused = await read(0, unused)
    expect(refused.body.error).toMatchObject({
      code: 'rate_limited',
      message: `This token may make ${LIMIT} read calls in any 60 seconds. Wait, then go on.`,
    })
  })

  it('emptied: each process notices by its next call, and carries over what it has counted', async () => {
    const token = await newToken()
    expect(await countAdmitted(token, 30)).toBe(30)
    await redis.flush()
    // One after the other: what the first has carried over does not hide from the second that its own calls are lost.
    for (let at = 0; at < 4; at += 1) expect((await read(at, token)).status).toBe(200)
    expect(await countAdmitted(token, LIMIT)).toBe(LIMIT - 34)
    expect(countLines('Redis has lost what it had counted: it is carried over')).toBeGreaterThanOrEqual(2)
    for (const node of nodes) expect(node.sharedLimits()).toMatchObject({ timesLost: 0, countedAlone: 0 })
  })

  it('answering what is no answer: no call fails, and it is away until it answers again', async () => {
    const token = await newToken()
    way.forge('$-1\r\n')
    const { failed } = await underLoad(async () => {
      await untilAlone()
      const { headers } = await read(0, token)
      expect(headers['x-ratelimit-limit']).toBe(String(LIMIT / 2))
      way.forge(undefined)
      await untilShared(nodes)
    })
    expect(failed).toBe(0)
    expect(service.logLines.join('')).toContain('"redis":"an answer of another shape"')
  })

  it('what was counted meanwhile counts when it is back, also where it comes back empty', async () => {
    const token = await newToken()
    expect(await countAdmitted(token, LIMIT / 2)).toBe(LIMIT / 2)
    await redis.kill()
    await untilAlone()
    expect(await countAdmitted(token, LIMIT / 4)).toBe(LIMIT / 4)
    await redis.startAgain()
    await untilShared(nodes)
    expect(await countAdmitted(token, LIMIT)).toBe(LIMIT / 4)
  })

  it('a call that reached it before it froze, and was counted alone too, counts once', async () => {
    const token = await newToken()
    redis.freeze()
    expect(await countAdmitted(token, LIMIT / 2)).toBe(LIMIT / 2)
    redis.thaw()
    await untilShared(nodes)
    expect(await countAdmitted(token, LIMIT)).toBe(LIMIT / 2)
    expect(nodes.map((node) => node.sharedLimits()?.timesLost)).toEqual([1, 1])
  })

  it('streams are opened, of each process its share, and hold their places when it is back', async () => {
    const token = await newToken()
    const open = (at: number, count: number) =>
      Promise.all(Array.from({ length: count }, () => openStream(nodes[at]?.url ?? '', token)))
    await redis.kill()
    await untilAlone()
    const alone = await open(0, 5)
    await redis.startAgain()
    await untilShared(nodes)
    const shared = await open(1, 3)
    for (const stream of [...alone, ...shared]) stream.close()

    const countOpen = (streams: typeof alone) => streams.filter(({ status }) => status === 200).length
    expect([countOpen(alone), countOpen(shared)]).toEqual([3, 2])
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
    await untilShared([admitted])
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
