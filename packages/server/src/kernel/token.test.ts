// Guards the text of tokens: its kind and shape, that a mistyped one is never taken for a token, and that what
// is stored of it is its SHA-256.
import { createHash } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { hashToken, isWellFormedToken, mintToken, type TokenKind } from './token.ts'

const prefixes: Readonly<Record<TokenKind, string>> = { account: 'cs_acc_', group: 'cs_grp_' }
const kinds = ['account', 'group'] as const
const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const CHARACTERS = `${DIGITS}_- \n\0=+/é０`.split('')

const findTaken = (texts: readonly string[]): readonly string[] => texts.filter(isWellFormedToken)

describe.each(kinds)('a token of an %s', (kind) => {
  it('begins with the prefix of its kind and holds 49 digits of base62', () => {
    const token = mintToken(kind)
    expect(token).toMatch(new RegExp(`^${prefixes[kind]}[0-9A-Za-z]{49}$`))
    expect(isWellFormedToken(token)).toBe(true)
  })

  it('is well formed whatever chance gave', () => {
    const tokens = Array.from({ length: 2_000 }, () => mintToken(kind))
    expect(tokens.filter((token) => !isWellFormedToken(token))).toEqual([])
    expect(new Set(tokens).size).toBe(tokens.length)
  })

  it('draws its digits evenly from all 62', () => {
    const seen = new Map<string, number>()
    for (let i = 0; i < 2_000; i += 1) {
      for (const digit of mintToken(kind).slice(7, 50)) seen.set(digit, (seen.get(digit) ?? 0) + 1)
    }
    expect([...seen.keys()].toSorted().join('')).toBe(DIGITS)
    // 86,000 digits, 1,387 of each to be expected, with a deviation of 37: eight of them are 296.
    for (const [digit, times] of seen) expect(Math.abs(times - 1_387), digit).toBeLessThan(300)
  })

  it('is refused with any one character changed', () => {
    const token = mintToken(kind)
    const changed = [...token].flatMap((was, at) =>
      CHARACTERS.filter((digit) => digit !== was).map(
        (digit) => token.slice(0, at) + digit + token.slice(at + 1),
      ),
    )
    expect(changed.length).toBeGreaterThan(token.length * 60)
    expect(findTaken(changed)).toEqual([])
  })

  it('is refused with any one character removed', () => {
    const token = mintToken(kind)
    expect(findTaken([...token].map((_, at) => token.slice(0, at) + token.slice(at + 1)))).toEqual([])
  })

  it('is refused with any one character added, also at either end', () => {
    const token = mintToken(kind)
    const places = Array.from({ length: token.length + 1 }, (_, at) => at)
    const added = places.flatMap((at) =>
      CHARACTERS.map((digit) => token.slice(0, at) + digit + token.slice(at)),
    )
    expect(findTaken(added)).toEqual([])
  })

  it('is refused under the prefix of the other kind', () => {
    const other = kind === 'account' ? 'group' : 'account'
    const moved = Array.from({ length: 200 }, () => prefixes[other] + mintToken(kind).slice(7))
    expect(findTaken(moved)).toEqual([])
  })

  it('is refused with two neighbours swapped', () => {
    const token = mintToken(kind)
    const swapped = [...token]
      .map((digit, at) => token.slice(0, at) + token.charAt(at + 1) + digit + token.slice(at + 2))
      .filter((text) => text !== token)
    expect(findTaken(swapped)).toEqual([])
  })
})

/** The body with its checksum: the CRC-32 in six digits of base62. */
const complete = (body: string): string => {
  const crc = crc32(body)
  const places = [62 ** 5, 62 ** 4, 62 ** 3, 62 ** 2, 62, 1]
  return body + places.map((place) => DIGITS.charAt(Math.floor(crc / place) % 62)).join('')
}

describe('a checksum that is right', () => {
  it('makes a token of 43 digits after a known prefix', () => {
    for (const prefix of Object.values(prefixes)) {
      expect(isWellFormedToken(complete(prefix + 'aB3'.repeat(15).slice(0, 43)))).toBe(true)
    }
  })

  it.each([
    '',
    'cs_acc_',
    `cs_acc_${'a'.repeat(42)}`,
    `cs_acc_${'a'.repeat(44)}`,
    `cs_usr_${'a'.repeat(43)}`,
    `xcs_acc_${'a'.repeat(43)}`,
    `CS_ACC_${'a'.repeat(43)}`,
    `cs_acc_${'a'.repeat(42)}-`,
    `cs_acc_${'a'.repeat(42)}é`,
    `cs_acc_\n${'a'.repeat(42)}`,
  ])('makes no token of %j', (body) => {
    expect(isWellFormedToken(complete(body))).toBe(false)
  })
})

describe('the hash of a token', () => {
  it('is the SHA-256 of its whole text, in lower-case hex', () => {
    expect(hashToken('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
    const token = mintToken('account')
    expect(hashToken(token)).toBe(createHash('sha256').update(token).digest('hex'))
  })
})
