// Guards ids: their shape, that no two are the same, and that those of one process sort as they were made,
// whatever the clock does.
import { beforeEach, describe, expect, it } from 'vitest'
import { idPattern, idPrefixes, type IdKind } from '@challenge-service/contract'
import type * as Ids from './ids.ts'

const kinds = Object.keys(idPrefixes) as readonly IdKind[]
const DIGITS = '0123456789abcdefghjkmnpqrstvwxyz'
const NOW = Date.parse('2026-11-15T12:00:00.000Z')

// The last instant is remembered in the module, so each test starts with one that has made nothing yet.
let newId: typeof Ids.newId
let isId: typeof Ids.isId
let firstIdAt: typeof Ids.firstIdAt
let copies = 0
const loadCopy = async (): Promise<typeof Ids> =>
  (await import(/* @vite-ignore */ `./ids.ts?copy=${(copies += 1)}`)) as typeof Ids
beforeEach(async () => {
  ;({ newId, isId, firstIdAt } = await loadCopy())
})

const timeOf = (id: string): number => {
  const digits = id.slice(id.indexOf('_') + 1, -16).split('')
  return digits.reduce((value, digit) => value * 32 + DIGITS.indexOf(digit), 0)
}

/** The first id that does not sort after the one before it. */
const findDisorder = (ids: readonly string[]): string | undefined =>
  ids.find((id, index) => index > 0 && id <= (ids[index - 1] ?? ''))

describe('a new id', () => {
  it.each(kinds)('of kind %s has the pattern of the contract', (kind) => {
    const id = newId(kind, NOW)
    expect(id).toMatch(new RegExp(idPattern(kind)))
    expect(isId(kind, id)).toBe(true)
    expect(id.startsWith(`${idPrefixes[kind]}_`)).toBe(true)
  })

  it('of a person has a prefix of its own', () => {
    expect(newId('person', NOW)).toMatch(/^per_[0-9a-hjkmnp-tv-z]{26}$/)
  })

  it.each([0, 1, NOW, 2 ** 50 - 1])('carries its instant (%i)', (now) => {
    expect(timeOf(newId('challenge', now))).toBe(now)
  })

  it('ends in 13 digits of chance, spread over all 32', () => {
    const seen = new Map<string, number>()
    for (let i = 0; i < 20_000; i += 1) {
      for (const digit of newId('event', NOW).slice(-13)) seen.set(digit, (seen.get(digit) ?? 0) + 1)
    }
    expect([...seen.keys()].toSorted().join('')).toBe(DIGITS)
    // 260,000 digits, 8,125 of each to be expected, with a deviation of 89: eight of them are 700.
    for (const [digit, times] of seen) expect(Math.abs(times - 8_125), digit).toBeLessThan(700)
  })

  it('is unlike every other of 200,000, made in one millisecond', () => {
    const ids = Array.from({ length: 200_000 }, () => newId('challenge', NOW))
    expect(new Set(ids).size).toBe(ids.length)
    expect(findDisorder(ids)).toBeUndefined()
  })

  it('differs from one that another process makes at the same instant', async () => {
    const mine = newId('challenge', NOW)
    const other = await loadCopy()
    const theirs = other.newId('challenge', NOW)
    expect(theirs.slice(0, 16)).toBe(mine.slice(0, 16))
    expect(theirs).not.toBe(mine)
  })
})

describe('what stands before the ids of an instant', () => {
  it('stands behind all of those before it', () => {
    const [before, at] = [newId('event', NOW), newId('event', NOW + 1)]
    expect(findDisorder([before, firstIdAt('event', NOW + 1), at])).toBeUndefined()
  })
})

describe('the order of ids of one process', () => {
  it('is the order they were made in, also when the clock steps back', () => {
    const steps = [0, 0, 1, 1, -3_600_000, -3_599_999, -1, 0, 1, 2, 2, -5, 3, 60_000, 60_000, 59_999]
    const ids = steps.map((step) => newId('event', NOW + step))
    expect(findDisorder(ids)).toBeUndefined()
  })

  it('outlives the end of the sequence of a millisecond, at which it borrows the next one', () => {
    const ids = Array.from({ length: 32_768 }, () => newId('event', NOW))
    expect(timeOf(ids.at(-1) ?? '')).toBe(NOW)
    const next = [newId('event', NOW), newId('event', NOW + 1), newId('event', NOW + 2)]
    expect(findDisorder([...ids, ...next])).toBeUndefined()
    expect(next.map(timeOf)).toEqual([NOW + 1, NOW + 1, NOW + 2])
  })

  it('holds across kinds', () => {
    const parts = [newId('account', NOW), newId('challenge', NOW), newId('tallyEntry', NOW)].map(
      (id) => id.split('_')[1] ?? '',
    )
    expect(findDisorder(parts)).toBeUndefined()
  })
})

describe('isId', () => {
  const part = '01jcq8z3k4m5n6p7q8r9s0t1v2'

  it('takes an id of its kind and of no other', () => {
    expect(isId('challenge', `ch_${part}`)).toBe(true)
    for (const kind of kinds) expect(isId(kind, `ch_${part}`), kind).toBe(kind === 'challenge')
  })

  it.each([
    '',
    'ch_',
    part,
    `ch_${part.slice(1)}`,
    `ch_${part}0`,
    ` ch_${part}`,
    `ch_${part}\n`,
    `CH_${part}`,
    `ch_${part.toUpperCase()}`,
    `ch-${part}`,
    `ch_${part.slice(1)}i`,
    `ch_${part.slice(1)}l`,
    `ch_${part.slice(1)}o`,
    `ch_${part.slice(1)}u`,
    `ch_${part.slice(1)}é`,
  ])('refuses %j', (text) => {
    expect(isId('challenge', text)).toBe(false)
  })
})
