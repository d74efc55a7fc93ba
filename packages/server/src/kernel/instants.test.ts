// Guards how instants are shown, to programs and to people, and divided into months; and the whole seconds of
// Retry-After.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  DAY_MS,
  HOUR_MS,
  inWords,
  MINUTE_MS,
  monthOf,
  secondsUntil,
  spanInWords,
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

describe('an instant in words', () => {
  it.each([
    ['2026-11-20T12:00:00Z', 'UTC', 'Friday 20 November 2026, 12:00 UTC'],
    ['2026-11-20T12:00:00Z', 'Europe/Berlin', 'Friday 20 November 2026, 13:00 CET'],
    ['2026-07-20T12:00:00Z', 'Europe/Berlin', 'Monday 20 July 2026, 14:00 CEST'],
    // It is another day there, or another year.
    ['2026-11-20T23:30:00Z', 'Europe/Berlin', 'Saturday 21 November 2026, 00:30 CET'],
    ['2027-01-01T02:05:59.999Z', 'America/New_York', 'Thursday 31 December 2026, 21:05 GMT-5'],
    ['2026-11-20T12:00:00Z', 'Asia/Kolkata', 'Friday 20 November 2026, 17:30 GMT+5:30'],
  ])('%s in the zone %s is %s', (text, zone, words) => {
    expect(inWords(at(text), zone)).toBe(words)
  })

  it('is the same when zones are asked in turn', () => {
    const instant = at('2026-11-20T12:00:00Z')
    for (const [zone, time] of [
      ['UTC', '12:00 UTC'],
      ['Europe/Berlin', '13:00 CET'],
      ['UTC', '12:00 UTC'],
    ] as const)
      expect(inWords(instant, zone)).toContain(time)
  })
})

describe('a span in words', () => {
  it.each([
    [0, '1 minute'],
    [MINUTE_MS, '1 minute'],
    [20.4 * MINUTE_MS, '20 minutes'],
    [20.5 * MINUTE_MS, '21 minutes'],
    [119 * MINUTE_MS, '119 minutes'],
    [2 * HOUR_MS - 1, '2 hours'],
    [2 * HOUR_MS, '2 hours'],
    [3 * HOUR_MS - 1000, '3 hours'],
    [2 * DAY_MS - HOUR_MS, '47 hours'],
    [2 * DAY_MS - 1000, '2 days'],
    [2 * DAY_MS, '2 days'],
    [5 * DAY_MS - 1000, '5 days'],
    [4.5 * DAY_MS, '5 days'],
    [4.5 * DAY_MS - 1, '4 days'],
  ])('of %d ms is %s', (ms, words) => {
    expect(spanInWords(ms)).toBe(words)
  })
})
