import { describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS } from '../../kernel/instants.ts'
import { decideExport } from './export-lease.rules.ts'

const NOW = 100 * DAY_MS
const hoursAgo = (hours: number): number => NOW - hours * HOUR_MS
const ten = [23, 20, 18, 16, 14, 12, 10, 8, 6, 4].map(hoursAgo)

describe('a download of what is kept about someone', () => {
  it('may begin where none runs and fewer than ten began within a day', () => {
    expect(decideExport({ starts: [], runsUntil: null }, NOW)).toEqual({ isAllowed: true, starts: [NOW] })
    expect(decideExport({ starts: ten.slice(1), runsUntil: null }, NOW)).toEqual({
      isAllowed: true,
      starts: [...ten.slice(1), NOW],
    })
  })

  it('forgets what is older than a day', () => {
    expect(decideExport({ starts: [hoursAgo(24), ...ten.slice(1)], runsUntil: null }, NOW)).toEqual({
      isAllowed: true,
      starts: [...ten.slice(1), NOW],
    })
  })

  it('is possible again a day after the first of ten', () => {
    const refused = { isAllowed: false, why: 'too_many', possibleAt: hoursAgo(23) + DAY_MS }
    expect(decideExport({ starts: ten, runsUntil: null }, NOW)).toEqual(refused)
    expect(decideExport({ starts: ten, runsUntil: null }, refused.possibleAt - 1)).toEqual(refused)
    expect(decideExport({ starts: ten, runsUntil: null }, refused.possibleAt)).toMatchObject({
      isAllowed: true,
    })
  })

  it('waits for the one that runs, until its lease ends', () => {
    const refused = { isAllowed: false, why: 'running', possibleAt: NOW + 1 }
    expect(decideExport({ starts: [], runsUntil: NOW + 1 }, NOW)).toEqual(refused)
    expect(decideExport({ starts: [], runsUntil: NOW }, NOW)).toMatchObject({ isAllowed: true })
  })
})
