// The script that counts calls in Redis answers as the window in a process does, whatever the traffic, by a time that is
// given and by its own; and it keeps what a clock that is put back would break.
import { setTimeout as pause } from 'node:timers/promises'
import { createClient } from '@redis/client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SlidingWindow, type Admission } from '../../packages/server/src/kernel/sliding-window.ts'
import {
  admitScript,
  carryScript,
  slotScript,
  type Script,
} from '../../packages/server/src/limits/scripts.ts'
import { hasRedis, startRedis, type TestRedis } from '../support/redis-server.ts'

const SEED = 20_261_117
const PATTERNS = 10_000
const PATTERNS_AT_ONCE = 250
const PATTERNS_IN_REAL_TIME = 100
// Long enough that no key lapses by real time while its pattern is played.
const SPANS_MS = [30_000, 60_000, 3_600_000] as const

type Random = () => number

/** A linear congruential generator with the constants of Numerical Recipes, read from its high bits. */
const randomFrom = (seed: number): Random => {
  let state = seed >>> 0
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 4_294_967_296
  }
}

const upTo = (random: Random, max: number): number => Math.floor(random() * (max + 1))

/** How long until the next call: at once, at the edges of the span, when it was told to come, or a moment before. */
const gapAfter = (random: Random, { waitMs }: Admission, spanMs: number): number => {
  const kind = upTo(random, 9)
  if (kind <= 3) return 0
  if (kind === 4) return upTo(random, 3)
  if (kind === 5) return spanMs - 1 + upTo(random, 2)
  if (kind === 6) return upTo(random, spanMs)
  if (kind === 7) return upTo(random, 9) === 0 ? spanMs * (1 + upTo(random, 1_000)) : 1
  return Math.max(0, waitMs - (kind === 8 ? 1 : 0))
}

type Reply = readonly [admitted: number, remaining: number, wait: number, isLost: number]

const toReply = ({ admitted, remaining, waitMs }: Admission): Reply => [
  admitted ? 1 : 0,
  remaining,
  Math.round(waitMs * 1000),
  0,
]

describe.skipIf(!hasRedis)('in Redis', () => {
  let redis: TestRedis
  let client: ReturnType<typeof connectTo>
  const connectTo = (url: string) => createClient({ url, RESP: 2 })
  let names = 0
  const newKey = (): string => `window${(names += 1)}`

  beforeAll(async () => {
    redis = await startRedis()
    client = connectTo(redis.url)
    await client.connect()
    for (const { text } of [admitScript, carryScript, slotScript]) {
      await client.sendCommand(['SCRIPT', 'LOAD', text])
    }
  })
  afterAll(async () => {
    client.destroy()
    await redis.stop()
  })

  const commandOf = ({ sha }: Script, key: string, ...args: readonly (string | number)[]): string[] => [
    'EVALSHA',
    sha,
    '1',
    key,
    ...args.map(String),
  ]
  const run = <T>(script: Script, key: string, ...args: readonly (string | number)[]): Promise<T> =>
    client.sendCommand<T>(commandOf(script, key, ...args))
  /** Asks, and reads in the same moment which instant was stored: a window of milliseconds may lapse in between. */
  const askAndRead = async (
    key: string,
    member: string,
    limit: number,
    spanMs: number,
  ): Promise<readonly [reply: Reply, stored: number]> => {
    const [reply, stored] = await client
      .multi()
      .addCommand(commandOf(admitScript, key, limit, spanMs * 1000, member, ''))
      .addCommand(['ZSCORE', key, member])
      .exec()
    return [reply as unknown as Reply, Number(stored)]
  }

  describe('a window', () => {
    /** Sends a whole pattern, and then tells how the answers differ from those of a process. */
    const playPattern = async (seed: number): Promise<string | undefined> => {
      const random = randomFrom(seed)
      const limit = 1 + upTo(random, 11)
      const spanMs = SPANS_MS[upTo(random, SPANS_MS.length - 1)] ?? 60_000
      const window = new SlidingWindow(limit, spanMs)
      const key = newKey()
      const expected: Reply[] = []
      const sent: Promise<Reply>[] = []
      let now = Date.parse('2026-11-17T12:00:00Z') + upTo(random, 1_000_000)
      for (let left = 1 + upTo(random, 29); left > 0; left -= 1) {
        const answer = window.admit(now)
        expected.push(toReply(answer))
        sent.push(run(admitScript, key, limit, spanMs * 1000, `c${left}`, '', now * 1000))
        now += gapAfter(random, answer, spanMs)
      }
      const replies = await Promise.all(sent)
      const wrong = replies.findIndex((reply, at) => String(reply) !== String(expected[at]))
      return wrong === -1
        ? undefined
        : `seed ${seed}, limit ${limit}, span ${spanMs}, call ${wrong}: ${String(replies[wrong])} in place of ${String(expected[wrong])}`
    }

    it(`answers as one in a process does, under ${PATTERNS} random patterns of traffic`, async () => {
      const problems: (string | undefined)[] = []
      for (let from = 0; from < PATTERNS; from += PATTERNS_AT_ONCE) {
        const seeds = Array.from({ length: PATTERNS_AT_ONCE }, (_, at) => SEED + from + at)
        problems.push(...(await Promise.all(seeds.map(playPattern))))
      }
      expect(problems).toHaveLength(PATTERNS)
      expect(problems.filter((problem) => problem !== undefined)).toEqual([])
    })

    /** By the time of Redis: the instants follow from what it stored and what it answered. */
    const playInRealTime = async (seed: number): Promise<string | undefined> => {
      const random = randomFrom(seed)
      const limit = 1 + upTo(random, 7)
      const spanMs = 20 + upTo(random, 60)
      const window = new SlidingWindow(limit, spanMs * 1000)
      const key = newKey()
      let oldest: number[] = []
      for (let n = 0; n < 40; n += 1) {
        const [reply, stored] = await askAndRead(key, `c${n}`, limit, spanMs)
        const [admitted, , wait] = reply
        if (admitted === 1) oldest = [...oldest, stored].slice(-limit)
        const now = admitted === 1 ? stored : (oldest[0] ?? 0) + spanMs * 1000 - wait
        const answer = window.admit(now)
        const expected: Reply = [answer.admitted ? 1 : 0, answer.remaining, answer.waitMs, 0]
        if (String(reply) !== String(expected))
          return `seed ${seed}, call ${n}: ${String(reply)} in place of ${String(expected)}`
        if (upTo(random, 2) === 0) await pause(upTo(random, spanMs / 2))
      }
      return undefined
    }

    it(`answers so by its own time too, under ${PATTERNS_IN_REAL_TIME} patterns`, async () => {
      const seeds = Array.from({ length: PATTERNS_IN_REAL_TIME }, (_, at) => SEED + at)
      const problems = await Promise.all(seeds.map(playInRealTime))
      expect(problems.filter((problem) => problem !== undefined)).toEqual([])
    })

    it('lapses by itself once nothing in it counts any more', async () => {
      const key = newKey()
      await run(admitScript, key, 5, 60_000_000, 'a', '')
      const [kept] = (await redis.keys()).filter((one) => one.key === key)
      expect(kept?.leftMs).toBeGreaterThan(50_000)
      expect(kept?.leftMs).toBeLessThanOrEqual(60_000)
    })

    const SPAN = 60_000_000
    const NOON = Date.parse('2026-11-17T12:00:00Z') * 1000

    it('neither forgets nor lengthens when the clock of Redis is put back', async () => {
      const key = newKey()
      await run(admitScript, key, 2, SPAN, 'a', '', NOON)
      await run(admitScript, key, 2, SPAN, 'b', '', NOON + 1)
      const back = NOON - 3_600_000_000
      expect(await run(admitScript, key, 2, SPAN, 'c', '', back)).toEqual([0, 0, SPAN, 0])
      expect(await run(admitScript, key, 2, SPAN, 'c', '', back + SPAN - 1)).toEqual([0, 0, 1, 0])
      expect(await run(admitScript, key, 2, SPAN, 'c', '', back + SPAN)).toEqual([1, 1, 0, 0])
    })

    it('says whether it has lost an earlier call, whatever others have carried over since', async () => {
      const key = newKey()
      await run(admitScript, key, 9, SPAN, 'a', '')
      expect(await run(admitScript, key, 9, SPAN, 'b', 'a')).toEqual([1, 7, 0, 0])
      await client.sendCommand(['DEL', key])
      await run(carryScript, key, SPAN, 'x', 500, 'y', 600, 'z', 700)
      expect(await run(admitScript, key, 9, SPAN, 'c', 'b')).toEqual([1, 5, 0, 1])
      expect(await run(admitScript, key, 1, SPAN, 'd', 'b')).toMatchObject([0, 0, expect.any(Number), 1])
    })

    it('counts a call that is carried over once, however often it comes', async () => {
      const key = newKey()
      await run(admitScript, key, 3, SPAN, 'a', '')
      for (let n = 0; n < 3; n += 1) await run(carryScript, key, SPAN, 'a', 500, 'b', 40_000_000)
      const [admitted, remaining, wait] = await run<Reply>(admitScript, key, 3, SPAN, 'c', '')
      expect({ admitted, remaining }).toEqual({ admitted: 1, remaining: 0 })
      // Until the one that came with its age is a minute old.
      expect(wait).toBeLessThanOrEqual(20_000_000)
      expect(wait).toBeGreaterThan(15_000_000)
    })

    it('with more calls than the limit, carried over by several nodes, waits for all that are too many', async () => {
      const key = newKey()
      const ages = [10, 20, 30, 40].flatMap((seconds) => [`c${seconds}`, seconds * 1_000_000])
      await run(carryScript, key, SPAN, ...ages)
      const [admitted, remaining, wait] = await run<Reply>(admitScript, key, 2, SPAN, 'd', '')
      expect({ admitted, remaining }).toEqual({ admitted: 0, remaining: 0 })
      expect(wait).toBeLessThanOrEqual(40_000_000)
      expect(wait).toBeGreaterThan(35_000_000)
    })
  })

  describe('places', () => {
    const LEASE = 20_000_000
    const NOON = Date.parse('2026-11-17T12:00:00Z') * 1000

    it('are so many, and free again when given back or not renewed', async () => {
      const key = newKey()
      const take = (member: string, at: number) => run<number>(slotScript, key, 2, LEASE, member, at)
      expect([await take('a', NOON), await take('b', NOON), await take('c', NOON)]).toEqual([1, 1, 0])
      expect(await take('a', NOON + LEASE - 1)).toBe(1)
      expect(await take('c', NOON + LEASE - 1)).toBe(0)
      expect(await take('c', NOON + LEASE)).toBe(1)
      expect(await take('d', NOON + LEASE)).toBe(0)
      await client.sendCommand(['ZREM', key, 'a'])
      expect(await take('d', NOON + LEASE)).toBe(1)
    })

    it('are free after a lease at the latest when the clock of Redis is put back', async () => {
      const key = newKey()
      const take = (member: string, at: number) => run<number>(slotScript, key, 1, LEASE, member, at)
      await take('a', NOON)
      const back = NOON - 3_600_000_000
      expect(await take('b', back)).toBe(0)
      expect(await take('b', back + LEASE)).toBe(1)
    })
  })
})
