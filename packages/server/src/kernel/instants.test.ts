// Guards how instants are shown and divided into months, and the whole seconds of Retry-After.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  DAY_MS,
  HOUR_MS,
  MINUTE_MS,
  monthOf,
  secondsUntil,
  startOfNextMonth,
  toRfc3339,
  toRfc3339OrNull,
} from './instants.ts'

const at = (text: string): number => Date.parse(text)

describe('an instant', () => {
  it('is shown in UTC with milliseconds', () => {
    expect(toRfc3339(0)).toBe('1970-01-01T00:00:00.000Z')
    expect(toRfc3339(at('2026-11-15T13:00:00.007+01:00'))).toBe('2026-11-15T12:00:00.007Z')
    expect(toRfc3339OrNull(0)).toBe('1970-01-01T00:00:00.000Z')
    expect(toRfc3339OrNull(null)).toBeNull()
  })

  it('is shown as the platform shows it, whenever it is', () => {
    fc.assert(
      fc.property(fc.integer({ min: -8.64e15, max: 8.64e15 }), (instant) => {
        expect(toRfc3339(instant)).toBe(new Date(instant).toISOString())
      }),
    )
    fc.assert(
      fc.property(fc.integer({ min: 0, max: at('2100-01-01T00:00:00Z') }), (instant) => {
        expect(toRfc3339(instant)).toBe(new Date(instant).toISOString())
      }),
      { numRuns: 2_000 },
    )
  })

  it('counts its spans in milliseconds', () => {
    expect([MINUTE_MS, HOUR_MS, DAY_MS]).toEqual([60_000, 3_600_000, 86_400_000])
  })
})

describe('the month of an instant', () => {
  it.each([
    ['2026-11-01T00:00:00.000Z', '2026-11', '2026-12-01T00:00:00.000Z'],
    ['2026-11-30T23:59:59.999Z', '2026-11', '2026-12-01T00:00:00.000Z'],
    ['2026-12-31T23:59:59.999Z', '2026-12', '2027-01-01T00:00:00.000Z'],
    ['2027-01-31T12:00:00.000Z', '2027-01', '2027-02-01T00:00:00.000Z'],
    ['2028-02-29T00:00:00.000Z', '2028-02', '2028-03-01T00:00:00.000Z'],
    // In many places it is another month by then.
    ['2026-10-31T23:30:00.000-01:00', '2026-11', '2026-12-01T00:00:00.000Z'],
    ['2026-11-01T00:30:00.000+01:00', '2026-10', '2026-11-01T00:00:00.000Z'],
  ])('%s lies in %s, and the next begins at %s', (text, month, next) => {
    expect(monthOf(at(text))).toBe(month)
    expect(toRfc3339(startOfNextMonth(at(text)))).toBe(next)
  })

  it('ends where the next begins, through ten years of days', () => {
    for (let now = at('2024-01-01T00:00:00Z'); now < at('2034-01-01T00:00:00Z'); now += DAY_MS) {
      const next = startOfNextMonth(now)
      expect(monthOf(next - 1)).toBe(monthOf(now))
      expect(monthOf(next)).not.toBe(monthOf(now))
    }
  })
})

describe('the seconds until an instant', () => {
  it.each([
    [1_000, 1],
    [1_001, 2],
    [1_999, 2],
    [2_000, 2],
    [59_999.5, 60],
    [60_000, 60],
    [1, 1],
    [0, 1],
    [-5_000, 1],
  ])('in %d ms are %i: never too few, and at least one', (ms, seconds) => {
    expect(secondsUntil(1_000_000 + ms, 1_000_000)).toBe(seconds)
  })
})
