import { describe, expect, it } from 'vitest'
import { findUnlessOne } from './exactly-one.ts'

const names = ['a', 'b', 'c']

describe('of several members exactly one', () => {
  it.each([
    [{ a: 1 }, []],
    [{ c: null, d: 1 }, []],
    [{}, ['a is required, or b or c in its place']],
    [{ a: 1, c: 1 }, ['c cannot be sent together with a: send exactly one of a, b, c']],
    [
      { c: 1, b: 1, a: 1 },
      [
        'b cannot be sent together with a: send exactly one of a, b, c',
        'c cannot be sent together with a: send exactly one of a, b, c',
      ],
    ],
  ])('%j', (sent, expected) => {
    expect(findUnlessOne(names, sent).map(({ field, message }) => `${field} ${message}`)).toEqual(expected)
  })

  it('is asked of nobody who has no such members', () => {
    expect(findUnlessOne([], {})).toEqual([])
  })
})
