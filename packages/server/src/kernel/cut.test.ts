import { describe, expect, it } from 'vitest'
import { cutTo } from './cut.ts'

describe('a text that is cut', () => {
  it.each([
    ['abc', 3, 'abc'],
    ['abcd', 3, 'ab…'],
    ['ab cd', 4, 'ab…'],
    ['🏃🏃🏃', 3, '🏃🏃🏃'],
    ['🏃🏃🏃🏃', 3, '🏃🏃…'],
    // A family of four, a flag, and a letter with its mark: one sign each.
    ['a👨‍👩‍👧‍👦b', 3, 'a👨‍👩‍👧‍👦b'],
    ['👨‍👩‍👧‍👦🇬🇷e\u0301x', 3, '👨‍👩‍👧‍👦🇬🇷…'],
    ['', 3, ''],
  ])('%j to %i signs is %j', (text, most, expected) => {
    expect(cutTo(text, most)).toBe(expected)
  })
})
