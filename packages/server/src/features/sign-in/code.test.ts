import { describe, expect, it } from 'vitest'
import { makeCode, readCode, showCode } from './code.ts'

describe('a code', () => {
  it('is read as it is shown', () => {
    for (let n = 0; n < 200; n += 1) {
      const code = makeCode()
      expect(readCode(showCode(code))).toBe(code)
    }
  })

  it.each([
    ['abcd-efgh', 'ABCDEFGH'],
    [' ab cd\tef gh ', 'ABCDEFGH'],
    ['ABCD–EFGH', 'ABCDEFGH'],
    ['oil0-1OIL', '01101011'],
  ])('is taken as %j', (typed, code) => {
    expect(readCode(typed)).toBe(code)
  })

  it.each([[''], ['ABCDEFG'], ['ABCDEFGHJ'], ['ABCDEFGU'], ['ÄBCDEFGH'], ['A'.repeat(1_000_000)]])(
    'is not %j',
    (typed) => {
      expect(readCode(typed.slice(0, 60))).toBeUndefined()
      expect(readCode(typed)).toBeUndefined()
    },
  )

  it('uses every character', () => {
    const seen = new Set(Array.from({ length: 500 }, makeCode).join(''))
    expect(seen.size).toBe(32)
  })
})
