// What things are called in Redis. A name becomes a keyed hash: it reveals no token or network to a reader of
// Redis, and services with databases of their own can use one Redis.
import { randomBytes } from 'node:crypto'
import { hmac, hmacKey, type HmacKey } from '../kernel/hmac.ts'
import type { Keyring } from '../kernel/keyring.ts'

/** 128 bits, in base64. */
const NAME_SIGNS = 22

export class SharedNames {
  readonly #key: HmacKey
  /** Of this process: no two give a call or a place the same number. */
  readonly node = randomBytes(6).toString('base64url')

  /** The key is made from one that all nodes find in the database, and that outlives every SECRET_KEY. */
  constructor(keys: Keyring) {
    this.#key = hmacKey(keys.sign('address', 'names of limits'))
  }

  keyOf(kind: string, name: string): string {
    const hashed = hmac(this.#key, '', Buffer.from(`${kind} ${name}`), 'base64')
    return `challenge-service:${kind}:${hashed.slice(0, NAME_SIGNS)}`
  }

  memberOf(mark: number): string {
    return `${this.node}${mark.toString(36)}`
  }
}
