// Guards what counts as an address that a text gives away.
import { describe, expect, it } from 'vitest'
import { holdsAddress } from './address-in-text.rules.ts'

const ADDRESS = 'bo.ss@example.com'

describe('an address is found', () => {
  it.each([
    ['as it is', 'ask bo.ss@example.com now'],
    ['in capitals', 'BO.SS@EXAMPLE.COM'],
    ['with a full-width @', 'bo.ss＠example.com'],
    ['with a small @', 'bo.ss﹫example.com'],
    ['in full-width letters', 'ｂｏ．ｓｓ＠ｅｘａｍｐｌｅ．ｃｏｍ'],
    ['in mathematical letters', '𝐛𝐨.𝐬𝐬@𝓮𝔁𝓪𝓶𝓹𝓵𝓮.𝚌𝚘𝚖'],
    ['in circles', 'ⓑⓞ.ⓢⓢ@ⓔⓧⓐⓜⓟⓛⓔ.ⓒⓞⓜ'],
    ['with a long s', 'bo.ſs@example.com'],
    ['with the full stops of other scripts', 'bo.ss@example。com bo.ss@example｡com'],
    ['with a soft hyphen', 'bo.s\u00ads@example.com'],
    ['with a space of no width', 'bo.ss\u200b@\u200bexample.com'],
    ['with joiners and non-joiners', 'b\u200co\u200d.ss@example.com'],
    ['with a word joiner', 'bo.ss\u2060@example.com'],
    ['with a byte order mark', 'bo.ss@\ufeffexample.com'],
    ['with variation selectors', 'bo\ufe0f.ss@example\u{e0100}.com'],
    ['with a grapheme joiner', 'bo\u034f.ss@example.com'],
    ['with marks of direction', '\u202ebo.ss\u202c@\u2066example.com\u2069'],
    ['with tags', 'bo.ss\u{e0062}@example.com'],
    ['with a Hangul filler', 'bo.ss\u3164@example.com'],
    ['with a shorthand control', 'bo.ss\u{1bca0}@example.com'],
    ['underlined', 'b\u0332o\u0332.s\u0332s\u0332@\u0332example.com'],
    ['with a mark and something unseen before it', 'bo.ss\u200d\u0332@example.com'],
    ['inside other words', 'mailto:bo.ss@example.com.'],
  ])('%s', (_, text) => {
    expect(holdsAddress(text, [ADDRESS])).toBe(true)
  })

  it.each([
    ['in ASCII', 'a@xn--bcher-kva.example'],
    ['in its own letters', 'a@bücher.example'],
    ['in capitals', 'A@BÜCHER.EXAMPLE'],
    ['taken apart', 'a@bu\u0308cher.example'],
    ['taken apart, with something unseen between', 'a@bu\u200d\u0308cher.example'],
    ['in full-width ASCII', 'a＠ｘｎ－－ｂｃｈｅｒ－ｋｖａ.example'],
  ])('whose domain is written %s', (_, text) => {
    expect(holdsAddress(text, ['a@xn--bcher-kva.example', 'a@bücher.example'])).toBe(true)
  })

  it('whose domain ends a word in sigma, however it is written', () => {
    for (const text of ['a@ΟΔΟΣ.example', 'a@οδος.example', 'a@οδοσ.example']) {
      expect(holdsAddress(text, ['a@xn--pxavbm.example', 'a@οδος.example'])).toBe(true)
    }
  })
})

describe('nothing is found', () => {
  it.each([
    ['without an @', 'bo.ss example.com'],
    ['in another address', 'bo.ss@example.org'],
    ['in an address with another letter', 'bö.ss@example.com'],
    ['in two halves', 'bo.ss@ example.com'],
    ['in an empty text', ''],
  ])('%s', (_, text) => {
    expect(holdsAddress(text, [ADDRESS])).toBe(false)
  })
})

it('no other character becomes an @', () => {
  const becomes: string[] = []
  for (let code = 0; code <= 0x10_ffff; code += 1) {
    const character = String.fromCodePoint(code)
    if (character.normalize('NFKC').toLowerCase().includes('@')) becomes.push(character)
  }
  expect(becomes).toEqual(['@', '﹫', '＠'])
})
