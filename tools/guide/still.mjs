// Chance that repeats itself, so that ids and tokens of a run are those of the run before. For documents only.
import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'

/** mulberry32: small, even enough for text that only has to look like chance. */
const numbersFrom = (seed) => {
  let state = crypto.createHash('sha256').update(seed).digest().readUInt32LE()
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
}

const KEY_BYTES = 32

/** Until the returned function is called, this process draws its ids, tokens and keys from the seed. */
export const holdChance = (seed) => {
  const { randomBytes, randomFillSync, randomInt } = crypto
  const next = numbersFrom(seed)
  // Keys have numbers of their own: however many there are, ids stay what they were.
  const nextOfKey = numbersFrom(`${seed}: keys`)
  crypto.randomBytes = (size, ...rest) =>
    size === KEY_BYTES
      ? Buffer.from(Array.from({ length: size }, () => Math.floor(nextOfKey() * 256)))
      : randomBytes(size, ...rest)
  crypto.randomFillSync = (numbers) => numbers.set(numbers.map(() => Math.floor(next() * 2 ** 32)))
  crypto.randomInt = (max) => Math.floor(next() * max)
  syncBuiltinESMExports()
  return () => {
    Object.assign(crypto, { randomBytes, randomFillSync, randomInt })
    syncBuiltinESMExports()
  }
}
