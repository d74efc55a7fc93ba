// Guards the per-minute limits: the ring must agree, answer for answer, with a plain list of every admitted
// instant, whatever the traffic.
import { describe, expect, it } from 'vitest'
import { SlidingWindow, type Admission } from './sliding-window.ts'

const SEED = 20_261_115
const PATTERNS = 100_000
const SPANS = [1, 10, 250, 1_000, 60_000] as const

type Random = () => number

/** Mulberry32: small, seeded, good enough for traffic. */
const randomFrom = (seed: number): Random => {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

const upTo = (random: Random, max: number): number => Math.floor(random() * (max + 1))

/** What a window must answer: every admitted instant is kept, and the whole list is looked at each time. */
class Oracle {
  readonly admitted: number[] = []
  readonly #limit: number
  readonly #span: number

  constructor(limit: number, span: number) {
    this.#limit = limit
    this.#span = span
  }

  admit(now: number): Admission {
    const inSpan = this.admitted.filter((at) => at > now - this.#span && at <= now)
    const admitted = inSpan.length < this.#limit
    if (admitted) {
      this.admitted.push(now)
      inSpan.push(now)
    }
    const remaining = this.#limit - inSpan.length
    const waitMs = remaining > 0 ? 0 : Math.min(...inSpan) + this.#span - now
    return { admitted, limit: this.#limit, remaining, waitMs }
  }
}

/** How long until the next arrival; `answer` is what the last one was told. */
const gapAfter = (random: Random, answer: Admission, span: number): number => {
  const kind = upTo(random, 9)
  if (kind <= 3) return 0
  if (kind === 4) return upTo(random, 3)
  if (kind === 5) return span - 1 + upTo(random, 2)
  if (kind === 6) return upTo(random, span)
  if (kind === 7) return upTo(random, 9) === 0 ? span * (1 + upTo(random, 1_000)) : 1
  return Math.max(0, answer.waitMs - (kind === 8 ? 1 : 0))
}

const differs = (a: Admission, b: Admission): boolean =>
  a.admitted !== b.admitted || a.limit !== b.limit || a.remaining !== b.remaining || a.waitMs !== b.waitMs

/** The first span, of those that begin at an admitted instant, that holds more than `limit` of them. */
const findCrowdedSpan = (admitted: readonly number[], limit: number, span: number): number | undefined =>
  admitted.find((start) => admitted.filter((at) => at >= start && at < start + span).length > limit)

/** Undefined where all went as it must, else what went wrong. */
const playPattern = (seed: number): string | undefined => {
  const random = randomFrom(seed)
  const limit = 1 + upTo(random, 11)
  const span = SPANS[upTo(random, SPANS.length - 1)] ?? 1
  const window = new SlidingWindow(limit, span)
  const oracle = new Oracle(limit, span)
  const admitted: number[] = []
  let now = upTo(random, 1_000_000)
  for (let left = 1 + upTo(random, 59); left > 0; left -= 1) {
    const answer = window.admit(now)
    const expected = oracle.admit(now)
    if (answer.admitted) admitted.push(now)
    if (differs(answer, expected)) {
      const found = JSON.stringify({ answer, expected, admitted })
      return `seed ${seed}, limit ${limit}, span ${span}, at ${now}: ${found}`
    }
    now += gapAfter(random, answer, span)
  }
  const crowded = findCrowdedSpan(admitted, limit, span)
  return crowded === undefined
    ? undefined
    : `seed ${seed}, limit ${limit}, span ${span}: crowded from ${crowded}`
}

const admitAll = (window: SlidingWindow, instants: readonly number[]): readonly number[] =>
  instants.filter((at) => window.admit(at).admitted)

describe('a sliding window', () => {
  it('agrees with a plain list of admitted instants under 100,000 random patterns of traffic', () => {
    let problem: string | undefined
    for (let pattern = 0; pattern < PATTERNS && problem === undefined; pattern += 1) {
      problem = playPattern(SEED + pattern)
    }
    expect(problem).toBeUndefined()
  })

  it.each([
    { limit: 120, gapMs: 97 },
    { limit: 30, gapMs: 331 },
    { limit: 30, gapMs: 1_999 },
    { limit: 120, gapMs: 0.25 },
  ])('holds $limit a minute under a call every $gapMs ms', ({ limit, gapMs }) => {
    const span = 60_000
    const window = new SlidingWindow(limit, span)
    const oracle = new Oracle(limit, span)
    const admitted: number[] = []
    for (let call = 0; call < 3_000; call += 1) {
      const now = 5_000 + call * gapMs
      const answer = window.admit(now)
      expect(answer).toEqual(oracle.admit(now))
      if (answer.admitted) admitted.push(now)
    }
    expect(admitted.length).toBeGreaterThanOrEqual(limit)
    expect(findCrowdedSpan(admitted, limit, span)).toBeUndefined()
  })

  it.each([1, 7, 8, 9, 16, 17, 120])('lets %i through at one instant and no more', (limit) => {
    const window = new SlidingWindow(limit, 1_000)
    expect(
      admitAll(
        window,
        Array.from({ length: 3 * limit }, () => 500),
      ),
    ).toHaveLength(limit)
    expect(window.admit(1_499)).toEqual({ admitted: false, limit, remaining: 0, waitMs: 1 })
    expect(window.admit(1_500)).toMatchObject({ admitted: true, remaining: limit - 1 })
  })

  it('tells a wait after which the next call is admitted, and a millisecond before which it is not', () => {
    const window = new SlidingWindow(2, 1_000)
    admitAll(window, [0, 400])
    const { admitted, waitMs } = window.admit(700)
    expect({ admitted, waitMs }).toEqual({ admitted: false, waitMs: 300 })
    expect(window.admit(700 + waitMs - 1).admitted).toBe(false)
    expect(window.admit(700 + waitMs).admitted).toBe(true)
  })

  it('does not count what it refused', () => {
    const window = new SlidingWindow(1, 1_000)
    const every = Array.from({ length: 41 }, (_, index) => index * 100)
    expect(admitAll(window, every)).toEqual([0, 1_000, 2_000, 3_000, 4_000])
  })

  it('keeps the order of instants when its ring grows while turned', () => {
    const limit = 40
    const span = 1_000
    const window = new SlidingWindow(limit, span)
    const oracle = new Oracle(limit, span)
    // Some pass and leave first, so that the ring is in the middle of its array whenever it has to grow.
    const early = [0, 1, 2, 3, 4]
    const dense = Array.from({ length: 60 }, (_, index) => 1_000 + index)
    const later = Array.from({ length: 60 }, (_, index) => 1_990 + index)
    for (const now of [...early, 900, 901, ...dense, ...later]) {
      expect(window.admit(now), `at ${now}`).toEqual(oracle.admit(now))
    }
  })
})
