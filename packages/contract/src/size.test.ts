import { describe, expect, test } from 'vitest'
import { email, id, line, oneOf } from './schema.ts'
import { hasAtMost, mostCharacters } from './size.ts'
import { trimmed } from './trimmed.ts'

describe('characters are code points', () => {
  test.each([
    ['', 0, true],
    ['a', 0, false],
    ['abc', 3, true],
    ['abcd', 3, false],
    ['😀😀😀', 3, true],
    ['😀😀😀', 2, false],
    ['😀😀a', 2, false],
    ['e\u0301', 1, false],
    ['\ud800\ud800', 1, false],
  ])('%j has at most %i: %s', (text, most, answer) => {
    expect(hasAtMost(text, most)).toBe(answer)
  })

  test('a schema says how many', () => {
    expect(mostCharacters(line(1, 80))).toBe(80)
    expect(mostCharacters(email())).toBe(254)
    expect(mostCharacters(oneOf(['a', 'abc', 'ab']))).toBe(3)
    expect(mostCharacters(id('challenge'))).toBe('ch_01hzy3v7k9m2n4p6q8r0s1t3v5'.length)
    expect(mostCharacters({ type: 'string' })).toBeUndefined()
  })
})

describe('what is left off a text', () => {
  test.each([
    ['a', 'a'],
    ['', ''],
    [' \t\r\n ', ''],
    [' a b\n', 'a b'],
    ['\u00a0\u2003\ufeffa\u2028', 'a'],
  ])('white space: %j is %j', (text, rest) => {
    expect(trimmed(text)).toBe(rest)
  })

  test.each([['\va'], ['a\f'], [' a \v '], ['\f'], ['a\u0000'], ['\u0085a'], ['a\u001f']])(
    'no control character: %j stays whole',
    (text) => {
      expect(trimmed(text)).toBe(text)
    },
  )
})
