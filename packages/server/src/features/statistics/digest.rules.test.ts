// The digest against the true median, for every shape of data that could embarrass it.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../kernel/instants.ts'
import { getBucket, medianHours, type Bucket } from './digest.rules.ts'

const digestOf = (spans: readonly number[]): readonly Bucket[] => {
  const counts = new Map<number, number>()
  for (const ms of spans) counts.set(getBucket(ms), (counts.get(getBucket(ms)) ?? 0) + 1)
  return [...counts].map(([bucket, count]) => ({ bucket, count })).toSorted((a, b) => a.bucket - b.bucket)
}

const trueMedian = (spans: readonly number[]): number => {
  const sorted = spans.toSorted((a, b) => a - b)
  const at = (index: number): number => sorted[Math.floor(index)] ?? 0
  return (at((sorted.length - 1) / 2) + at(sorted.length / 2)) / 2 / HOUR_MS
}

const SECOND_IN_HOURS = 1 / 3600

const expectNear = (spans: readonly number[]): void => {
  const exact = trueMedian(spans)
  const told = medianHours(digestOf(spans)) ?? Number.NaN
  expect(Math.abs(told - exact)).toBeLessThanOrEqual(0.02 * exact + 2 * SECOND_IN_HOURS)
}

describe('the median of a digest', () => {
  it('is null where there is nothing', () => {
    expect(medianHours([])).toBeNull()
  })

  it.each([
    ['one', [5 * HOUR_MS]],
    ['two far apart', [MINUTE_MS, 100 * DAY_MS]],
    ['many alike', Array.from({ length: 1000 }, () => 7 * DAY_MS)],
    ['none that took any time', [0, 0, 0]],
    [
      'half at once, half after a year',
      [...Array<number>(5).fill(0), ...Array<number>(5).fill(365 * DAY_MS)],
    ],
    ['those at the edge of a bucket', Array.from({ length: 99 }, () => (1.02 ** 300 - 1) * MINUTE_MS)],
  ])('is within 2 %% of the true one, of %s', (_, spans) => {
    expectNear(spans)
  })

  it('is so of any data', () => {
    fc.assert(
      fc.property(fc.array(fc.nat({ max: 400 * DAY_MS }), { minLength: 1, maxLength: 300 }), expectNear),
    )
  })

  it('keeps few buckets, however long things take', () => {
    expect(getBucket(0)).toBe(0)
    expect(getBucket(395 * DAY_MS)).toBe(669)
  })
})
