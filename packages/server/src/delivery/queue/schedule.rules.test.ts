// The schedule of retries, against intervals written by hand.
import { describe, expect, it } from 'vitest'
import { attemptOutcomes } from '@challenge-service/contract'
import { decideNext, decideOnce, type Attempted } from './schedule.rules.ts'

const retrySeconds = [30, 120, 600, 3_600, 21_600]
const NOW = 1_000_000_000

const failed = (attempt: number, more: Partial<Attempted> = {}): Attempted => ({
  attempt,
  outcome: 'refused_status',
  status: 500,
  retryAfterMs: null,
  ...more,
})
const decide = (attempted: Attempted, chance = 0) => decideNext(attempted, retrySeconds, chance, NOW)

describe('after an attempt', () => {
  it('a delivered one is over, whichever attempt it was', () => {
    for (const attempt of [1, 2, 3, 4, 5, 6])
      expect(decide(failed(attempt, { outcome: 'delivered', status: 204 }))).toEqual({ kind: 'delivered' })
  })

  it('a 410 switches off at once, whichever attempt it was', () => {
    for (const attempt of [1, 2, 3, 4, 5, 6])
      expect(decide(failed(attempt, { outcome: 'gone', status: 410 }))).toEqual({ kind: 'gone' })
  })

  it.each([
    [1, 30_000],
    [2, 120_000],
    [3, 600_000],
    [4, 3_600_000],
    [5, 21_600_000],
  ])('%d failed: the next comes %d ms later, and at most a tenth more', (attempt, ms) => {
    expect(decide(failed(attempt), 0)).toEqual({ kind: 'retry', at: NOW + ms })
    expect(decide(failed(attempt), 0.5)).toEqual({ kind: 'retry', at: NOW + ms * 1.05 })
    expect(decide(failed(attempt), 1 - Number.EPSILON)).toEqual({ kind: 'retry', at: NOW + ms * 1.1 })
  })

  it('the sixth failed: that was the last', () => {
    expect(decide(failed(6))).toEqual({ kind: 'failures' })
    expect(decide(failed(7))).toEqual({ kind: 'failures' })
  })

  it('whatever failed is tried again alike', () => {
    for (const outcome of attemptOutcomes.filter((one) => one !== 'delivered' && one !== 'gone'))
      expect(decide(failed(1, { outcome, status: null }))).toEqual({ kind: 'retry', at: NOW + 30_000 })
  })
})

describe('Retry-After', () => {
  const asked = (status: number, retryAfterMs: number, attempt = 1) => {
    const decision = decide(failed(attempt, { status, retryAfterMs }))
    return decision.kind === 'retry' ? decision.at - NOW : decision.kind
  }

  it('of a 429 or 503 lengthens the interval', () => {
    expect(asked(429, 45_000)).toBe(45_000)
    expect(asked(503, 200_000, 2)).toBe(200_000)
  })

  it('never shortens it', () => {
    expect(asked(429, 1_000)).toBe(30_000)
    expect(asked(503, 0, 5)).toBe(21_600_000)
  })

  it('reaches no further than the longest interval', () => {
    expect(asked(429, 10 ** 12)).toBe(21_600_000)
  })

  it('of any other status says nothing', () => {
    expect(asked(500, 45_000)).toBe(30_000)
    expect(asked(404, 45_000)).toBe(30_000)
  })

  it('makes no seventh attempt', () => {
    expect(asked(429, 45_000, 6)).toBe('failures')
  })
})

it('where there is one attempt alone, every outcome is the end, and none switches off', () => {
  for (const outcome of attemptOutcomes)
    expect(decideOnce(outcome)).toEqual({ kind: outcome === 'delivered' ? 'delivered' : 'failed_once' })
})
