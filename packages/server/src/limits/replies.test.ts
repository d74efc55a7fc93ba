// Whatever Redis, or what stands in its place, says: only an answer of the script's own shape is one.
import { describe, expect, it } from 'vitest'
import { readAdmission, readSlot } from './replies.ts'

const rule = { limit: 120, spanMs: 60_000 }

const foreign: readonly unknown[] = [
  undefined,
  null,
  2,
  -1,
  Number.NaN,
  'OK',
  '1',
  '',
  [],
  {},
  new Error('ERR'),
  [1, 119],
  [1, 119, 0],
  [1, 119, 0, 0, 0],
  [1, 119, 0, 2],
  [[1], 119, 0, 0],
  ['1', '119', '0', 0],
  ['NaN', 'NaN', 'NaN', 0],
  [Number.NaN, Number.NaN, Number.NaN, 0],
  [1, null, 0, 0],
  [2, 119, 0, 0],
  [1, -1, 0, 0],
  [1, 121, 0, 0],
  [1, 0.5, 0, 0],
  [0, 0, -1, 0],
  [0, 0, 60_000_001, 0],
  [0, 0, Number.POSITIVE_INFINITY, 0],
]

describe('an answer of Redis', () => {
  it.each([
    [[1, 119, 0, 0], { admitted: true, limit: 120, remaining: 119, waitMs: 0 }, false],
    [[1, 0, 60_000_000, 1], { admitted: true, limit: 120, remaining: 0, waitMs: 60_000 }, true],
    [[0, 0, 1_500, 0], { admitted: false, limit: 120, remaining: 0, waitMs: 1.5 }, false],
  ])('to a call: %j', (reply, admission, hasForgotten) => {
    expect(readAdmission(reply, rule)).toEqual({ admission, hasForgotten })
  })

  it('about a place is 1 or 0', () => {
    expect([readSlot(1), readSlot(0)]).toEqual([true, false])
  })

  it.each(foreign)('is not %j', (reply) => {
    expect(readAdmission(reply, rule)).toBeUndefined()
    expect(readSlot(reply)).toBeUndefined()
  })
})
