// Makes ids: 50 bits of time, 15 of sequence, 65 of chance, in Crockford's base32, so that the ids of one
// process sort in the order they were made and those of several processes nearly so.
import { createHash, randomFillSync } from 'node:crypto'
import { idPattern, idPrefixes, type IdKind } from '@challenge-service/contract'

const DIGITS = '0123456789abcdefghjkmnpqrstvwxyz'
const SEQUENCES = 1 << 15
const CHANCE_LENGTH = 13

// People are known by an id inside; it never leaves. A mail is known by one to the operator alone.
const prefixes = { ...idPrefixes, person: 'per', mail: 'mail' } as const

const pool = new Uint8Array(CHANCE_LENGTH * 256)
let poolAt = pool.length
let lastAt = 0
let sequence = 0

export const newId = (kind: keyof typeof prefixes, now: number): string => {
  sequence = now > lastAt ? 0 : sequence + 1
  if (now > lastAt) lastAt = now
  if (sequence === SEQUENCES) {
    sequence = 0
    lastAt += 1
  }
  return `${prefixes[kind]}_${base32(lastAt, 10)}${base32(sequence, 3)}${chance()}`
}

/** The same id for the same instant and seed, in every process: for what several nodes would make alike. */
export const derivedId = (kind: keyof typeof prefixes, at: number, seed: string): string => {
  const bytes = createHash('sha256')
    .update(seed)
    .digest()
    .subarray(0, 3 + CHANCE_LENGTH)
  const chars = [...bytes].map((byte) => DIGITS.charAt(byte % 32)).join('')
  return `${prefixes[kind]}_${base32(at, 10)}${chars}`
}

const base32 = (value: number, length: number): string => {
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
  let text = ''
  for (const end = poolAt + CHANCE_LENGTH; poolAt < end; poolAt += 1) {
    text += DIGITS.charAt((pool[poolAt] ?? 0) % 32)
  }
  return text
}

const patterns = Object.fromEntries(
  Object.keys(idPrefixes).map((kind) => [kind, new RegExp(idPattern(kind as IdKind))]),
) as Record<IdKind, RegExp>

export const isId = (kind: IdKind, text: string): boolean => patterns[kind].test(text)
