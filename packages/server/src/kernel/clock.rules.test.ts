// Guards what the clock of the service is set to, over times written by hand.
import { describe, expect, it } from 'vitest'
import { judgeWall, offsetOf, type OffWall } from './clock.rules.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

describe('the offset of the server', () => {
  it('is that of the quickest of the answers, taken for the middle of its round trip', () => {
    const readings = [
      { at: 10_500, before: 0, after: 900 },
      { at: 11_010, before: 1_000, after: 1_020 },
      { at: 12_300, before: 2_000, after: 2_400 },
    ]
    expect(offsetOf(readings)).toBe(10_000)
  })

  it('is known from one answer', () => {
    expect(offsetOf([{ at: 5_000, before: 10, after: 30 }])).toBe(4_980)
  })
})

describe('a wall clock', () => {
  /** What is made of a wall clock that is ahead by so much at each of these times; true: it is adopted. */
  const judgeAll = (seen: readonly (readonly [monotonic: number, aheadMs: number])[]): readonly boolean[] => {
    let off: OffWall | undefined
    let ours = 0
    return seen.map(([monotonic, aheadMs]) => {
      const judged = judgeWall(off, { offset: aheadMs, ours, monotonic })
      off = judged.off
      if (judged.isAdopted) ours = aheadMs
      return judged.isAdopted
    })
  }

  it.each([26 * HOUR, -26 * HOUR, 61 * SECOND, -61 * SECOND])(
    'that is off by %d ms is adopted after ten minutes, and not before',
    (ahead) => {
      expect(
        judgeAll([
          [0, ahead],
          [5 * SECOND, ahead],
          [10 * MINUTE - 1, ahead],
          [10 * MINUTE, ahead],
          [11 * MINUTE, ahead],
        ]),
      ).toEqual([false, false, false, true, false])
    },
  )

  it.each([60 * SECOND, -60 * SECOND, 0])('that is off by %d ms is never adopted', (ahead) => {
    expect(judgeAll([0, 5, 10, 20, 600].map((minutes) => [minutes * MINUTE, ahead]))).not.toContain(true)
  })

  it('that jumps again must run steadily for ten minutes from then on', () => {
    expect(
      judgeAll([
        [0, 2 * HOUR],
        [9 * MINUTE, 3 * HOUR],
        [10 * MINUTE, 3 * HOUR],
        [19 * MINUTE - 1, 3 * HOUR],
        [19 * MINUTE, 3 * HOUR],
      ]),
    ).toEqual([false, false, false, false, true])
  })

  it('that was right in between starts again', () => {
    expect(
      judgeAll([
        [0, 2 * HOUR],
        [9 * MINUTE, 0],
        [10 * MINUTE, 2 * HOUR],
        [12 * MINUTE, 2 * HOUR],
        [20 * MINUTE, 2 * HOUR],
      ]),
    ).toEqual([false, false, false, false, true])
  })

  it('that is slewed a little runs steadily, and one that is pulled along does not', () => {
    const pulled = (each: number) =>
      judgeAll(Array.from({ length: 121 }, (_, n) => [n * 5 * SECOND, 2 * HOUR + n * each] as const))
    expect(pulled(2)).toContain(true)
    expect(pulled(100)).not.toContain(true)
  })
})
