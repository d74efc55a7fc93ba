// The code of a sign-in mail, for people who read the mail on another device: eight of Crockford's 32 characters, among
// which no two look alike. It is taken in any case, with spaces and hyphens, and with the letters that look like a digit.
import { randomInt } from 'node:crypto'

const CHARACTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const LENGTH = 8
const SHAPE = /^[0-9A-HJKMNP-TV-Z]{8}$/
/** Longer than any way of writing a code. */
const TYPED_MAX = 40

export const makeCode = (): string =>
  Array.from({ length: LENGTH }, () => CHARACTERS.charAt(randomInt(CHARACTERS.length))).join('')

/** As people read it: `ABCD-EFGH`. */
export const showCode = (code: string): string => `${code.slice(0, LENGTH / 2)}-${code.slice(LENGTH / 2)}`

/** Undefined for what cannot be a code. */
export const readCode = (typed: string): string | undefined => {
  if (typed.length > TYPED_MAX) return undefined
  const code = typed
    .replaceAll(/[\s\p{Pd}]/gu, '')
    .toUpperCase()
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1')
  return SHAPE.test(code) ? code : undefined
}
