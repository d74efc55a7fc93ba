// Makes ids: 50 bits of time, 15 of sequence, 65 of chance, in Crockford's base32, so that the ids of one
// process sort in the order they were made and those of several processes nearly so.
import { createHash, randomFillSync } from 'node:crypto'
import { idPattern, idPrefixes, type IdKind } from '@challenge-service/contract'

const DIGITS = '0123456789abcdefghjkmnpqrstvwxyz'
const SEQUENCES = 1 << 15
const CHANCE_LENGTH = 13
// Two digits at a time: every call needs an id.
const pairs = Array.from({ length: 32 * 32 }, (_, value) => base32(value, 2))

// People are known by an id inside; it never leaves. A mail is known by one to the operator alone.
const prefixes = { ...idPrefixes, person: 'per', mail: 'mail' } as const

const pool = new Uint16Array(Math.ceil(CHANCE_LENGTH / 2) * 256)
let poolAt = pool.length
let lastAt = 0
let sequence = 0
let lastAtText = base32(lastAt, 10)

export const newId = (kind: keyof typeof prefixes, now: number): string => {
  if (now > lastAt) moveTo(now)
  else if (sequence === SEQUENCES - 1) moveTo(lastAt + 1)
  else sequence += 1
  return `${prefixes[kind]}_${lastAtText}${DIGITS.charAt(sequence >> 10)}${pairs[sequence & 1023]}${chance()}`
}

const moveTo = (at: number): void => {
  lastAt = at
  lastAtText = base32(at, 10)
  sequence = 0
}

/** What stands before every id of that instant or a later one, and behind those of earlier ones. */
export const firstIdAt = (kind: keyof typeof prefixes, at: number): string =>
  `${prefixes[kind]}_${base32(at, 10)}`

/** The same id for the same instant and seed, in every process: for what several nodes would make alike. */
export const derivedId = (kind: keyof typeof prefixes, at: number, seed: string): string => {
  const bytes = createHash('sha256')
    .update(seed)
    .digest()
    .subarray(0, 3 + CHANCE_LENGTH)
  const chars = [...bytes].map((byte) => DIGITS.charAt(byte % 32)).join('')
  return `${prefixes[kind]}_${base32(at, 10)}${chars}`
}

function base32(value: number, length: number): string {
  let rest = value
  let text = ''
  for (let i = 0; i < length; i += 1) {
    text = DIGITS.charAt(rest % 32) + text
    rest = Math.floor(rest / 32)
  }
  return text
}

const chance = (): string => {
  if (poolAt === pool.length) {
    randomFillSync(pool)
    poolAt = 0
  }
  let text = DIGITS.charAt(draw() % 32)
  for (let length = 1; length < CHANCE_LENGTH; length += 2) text += pairs[draw() % pairs.length] ?? ''
  return text
}

const draw = (): number => pool[poolAt++] ?? 0

const patterns = Object.fromEntries(
  Object.keys(idPrefixes).map((kind) => [kind, new RegExp(idPattern(kind as IdKind))]),
) as Record<IdKind, RegExp>

export const isId = (kind: IdKind, text: string): boolean => patterns[kind].test(text)
