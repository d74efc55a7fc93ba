// Guards the limits of tokens: each token and class on its own, exact across the turns at which the limiter
// forgets, and forgetful enough that tokens that fell silent cost nothing.
import { isDeepStrictEqual } from 'node:util'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { describe, expect, it } from 'vitest'
import { LocalRateLimiter, type RateClass } from './rate-limiter.ts'

const MINUTE_MS = 60_000
const SEED = 4_711

const perMinute = { read: 5, write: 2 } as const

const limiterAt = (startedAt: number) => {
  let now = startedAt
  return {
    limiter: new LocalRateLimiter(perMinute, () => now),
    now: () => now,
    advance: (ms: number) => {
      now += ms
    },
  }
}

const countAdmitted = (
  limiter: LocalRateLimiter,
  token: string,
  rateClass: RateClass,
  calls: number,
): number =>
  Array.from({ length: calls }, () => limiter.admit(token, rateClass)).filter(({ admitted }) => admitted)
    .length

/** A linear congruential generator with the constants of Numerical Recipes, read from its high bits. */
const randomFrom = (seed: number) => {
  let state = seed
  return (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 4_294_967_296) * below)
  }
}

/** How long until the next call of anyone: bursts, steady traffic, the edges of a minute, silences. */
const gapOf = (random: (below: number) => number): number => {
  const kind = random(12)
  if (kind < 5) return random(50)
  if (kind < 9) return random(9_000)
  if (kind === 9) return MINUTE_MS - 1 + random(3)
  if (kind === 10) return random(2 * MINUTE_MS)
  return random(20) === 0 ? random(10 * MINUTE_MS) : 1
}

/** Undefined where every answer was as it must be, else the first that was not. */
const playTraffic = (seed: number): string | undefined => {
  const random = randomFrom(seed)
  const { limiter, now, advance } = limiterAt(random(100_000))
  const admittedAt = new Map<string, number[]>()
  for (let call = 0; call < 250; call += 1) {
    advance(gapOf(random))
    const token = `tok_${random(3)}`
    const rateClass = random(2) === 0 ? 'read' : 'write'
    const limit = perMinute[rateClass]
    const all = admittedAt.get(token + rateClass) ?? []
    admittedAt.set(token + rateClass, all)
    const recent = all.filter((at) => at > now() - MINUTE_MS)
    const admitted = recent.length < limit
    if (admitted) all.push(now())
    const [oldest = now()] = recent
    const remaining = Math.max(0, limit - recent.length - 1)
    const waitMs = remaining > 0 ? 0 : oldest + MINUTE_MS - now()
    const answer = limiter.admit(token, rateClass)
    const expected = { admitted, limit, remaining, waitMs }
    if (!isDeepStrictEqual(answer, expected)) {
      return `seed ${seed}, call ${call} at ${now()}: ${JSON.stringify({ answer, expected })}`
    }
  }
  return undefined
}

const heapBytes = (): number => {
  setFlagsFromString('--expose_gc')
  const collect = runInNewContext('gc') as () => void
  collect()
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return heapUsed + arrayBuffers
}

describe('the limiter of one process', () => {
  it('counts reads and writes of a token apart', () => {
    const { limiter } = limiterAt(0)
    expect(countAdmitted(limiter, 'tok_a', 'write', 10)).toBe(perMinute.write)
    expect(limiter.admit('tok_a', 'read')).toEqual({ admitted: true, limit: 5, remaining: 4, waitMs: 0 })
    expect(countAdmitted(limiter, 'tok_a', 'read', 10)).toBe(perMinute.read - 1)
    expect(limiter.admit('tok_a', 'write')).toEqual({
      admitted: false,
      limit: 2,
      remaining: 0,
      waitMs: MINUTE_MS,
    })
  })

  it('counts tokens apart', () => {
    const { limiter } = limiterAt(0)
    expect(countAdmitted(limiter, 'tok_a', 'read', 10)).toBe(perMinute.read)
    expect(countAdmitted(limiter, 'tok_b', 'read', 10)).toBe(perMinute.read)
  })

  it('remembers a token through a turn of its memory', () => {
    const { limiter, advance } = limiterAt(0)
    advance(MINUTE_MS - 1)
    expect(countAdmitted(limiter, 'tok_a', 'write', 5)).toBe(perMinute.write)
    advance(1)
    limiter.admit('tok_b', 'read')
    expect(limiter.admit('tok_a', 'write')).toMatchObject({ admitted: false, waitMs: MINUTE_MS - 1 })
    advance(MINUTE_MS - 2)
    expect(limiter.admit('tok_a', 'write')).toMatchObject({ admitted: false, waitMs: 1 })
    advance(1)
    expect(limiter.admit('tok_a', 'write').admitted).toBe(true)
  })

  it('answers as one list of admitted instants would, for several tokens over many minutes', () => {
    let problem: string | undefined
    for (let pattern = 0; pattern < 1_000 && problem === undefined; pattern += 1) {
      problem = playTraffic(SEED + pattern)
    }
    expect(problem).toBeUndefined()
  })

  it('forgets tokens that were silent for two turns', () => {
    const { limiter, advance } = limiterAt(0)
    const before = heapBytes()
    for (let i = 0; i < 30_000; i += 1) limiter.admit(`tok_${i}`, 'read')
    const full = heapBytes() - before
    for (let turn = 0; turn < 2; turn += 1) {
      advance(MINUTE_MS)
      limiter.admit('tok_other', 'read')
    }
    const left = heapBytes() - before
    expect(full).toBeGreaterThan(2_000_000)
    expect(left).toBeLessThan(full / 5)
  })
})
