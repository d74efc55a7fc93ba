// However a text was typed, its beginning is no longer than it may be, and nothing in it is broken.
import { describe, expect, it } from 'vitest'
import { quoteUpTo } from './quote.ts'

/** Without its quotation marks. */
const begin = (text: string, most: number): string => quoteUpTo(text, most).slice(1, -1)

describe('the beginning of what somebody typed', () => {
  it.each([
    ['abc', 3, 'abc'],
    ['abcd', 3, 'ab…'],
    ['ab cd', 4, 'ab…'],
    ['a\nbc', 4, String.raw`a\n…`],
    ['ab\nc', 4, 'ab…'],
    ['a\u200bc', 9, 'a…'],
    ['\\\\\\', 4, String.raw`\\…`],
    ['a🏃🏃', 4, 'a🏃…'],
    // A family, and a letter with its mark: nothing is left of what does not fit whole.
    ['ab👨‍👩‍👧‍👦', 8, 'ab…'],
    ['abe\u0301x', 4, 'ab…'],
    ['', 3, ''],
  ])('of %j, %i letters long, is %j', (text, most, expected) => {
    expect(begin(text, most)).toBe(expected)
  })

  it('tells of a row of letters that nobody sees how many they are', () => {
    expect(begin(`a${'\u{e0041}'.repeat(1_999)}b`, 500)).toBe('a[1999 hidden letters]b')
    expect(begin('a\u200b\u200bb', 500)).toBe(String.raw`a\u{200b}\u{200b}b`)
  })

  it.each([
    ['hidden letters, one by one', 'a\u{e0041}'],
    ['marks', '\u0301'],
    ['joined signs', '👨\u200d'],
    ['variants', '😀\ufe0f'],
    ['breaks of lines', '\n'],
    ['backslashes', '\\'],
    ['halves of letters', '\ud83d'],
    ['letters of a private use', '\u{10fffd}x'],
  ])('is within its bound for %s', (_, typed) => {
    const text = `a${typed.repeat(2_000)}`
    for (let most = 100; most < 140; most += 1) {
      const written = begin(text, most)
      expect(written.length).toBeLessThanOrEqual(most)
      expect(written.length).toBeGreaterThan(most - 13)
      // No half of an escape or of a letter is left.
      expect(written.replaceAll(/\\u\{[\da-f]+\}|\\u[\da-f]{4}|\\[n\\]/g, '')).not.toMatch(/\\|\p{Cs}/u)
    }
  })
})
