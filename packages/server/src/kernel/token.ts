// The text of a bearer token: a prefix that names its kind (and lets scanners find leaked ones), 256 bits of
// chance (43 digits of base62), and a checksum, so that a mistyped one is refused without a look-up. Only its SHA-256
// is stored.
import { hash, randomInt } from 'node:crypto'

export type TokenKind = 'account' | 'group'

const prefixes: Record<TokenKind, string> = { account: 'cs_acc_', group: 'cs_grp_' }
const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const CHANCE_LENGTH = 43
const CHECK_LENGTH = 6
const SHAPE = /^cs_(?:acc|grp)_[0-9A-Za-z]{49}$/

export const mintToken = (kind: TokenKind): string => {
  let body = prefixes[kind]
  for (let i = 0; i < CHANCE_LENGTH; i += 1) body += DIGITS.charAt(randomInt(DIGITS.length))
  return body + checksum(body)
}

/** Of its random characters as many as let its owner know it, and nobody guess it. */
const SHOWN_LENGTH = 4

/** The beginning of a token, which is kept and shown: `cs_acc_gvpl`. */
export const startOfToken = (token: string): string => token.slice(0, prefixes.account.length + SHOWN_LENGTH)

export const isWellFormedToken = (text: string): boolean =>
  SHAPE.test(text) && text.endsWith(checksum(text.slice(0, -CHECK_LENGTH)))

export const hashToken = (token: string): string => hash('sha256', token, 'hex')

const checksum = (body: string): string => {
  let rest = crc32(body)
  let text = ''
  for (let i = 0; i < CHECK_LENGTH; i += 1) {
    text = DIGITS.charAt(rest % DIGITS.length) + text
    rest = Math.floor(rest / DIGITS.length)
  }
  return text
}

const crcOfByte = Int32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte
  for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0xed_b8_83_20 : crc >>> 1
  return crc
})

/** Of a text in ASCII. That of node:zlib takes ten times as long for one as short as this. */
const crc32 = (text: string): number => {
  let crc = -1
  for (let i = 0; i < text.length; i += 1) {
    crc = (crc >>> 8) ^ (crcOfByte[(crc ^ text.charCodeAt(i)) & 255] ?? 0)
  }
  return ~crc >>> 0
}
