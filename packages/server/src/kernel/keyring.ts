// What SECRET_KEY protects. Each use has a key of its own, so that a signature made for one purpose is worth nothing
// for another. What encrypts is derived from the secret: the first secret makes, all of them open, and that is
// rotation. What signs and hashes is kept in the database, encrypted, so that it outlives every secret.
import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createSecretKey,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
  type KeyObject,
} from 'node:crypto'
import { hmacBytes, hmacKey, type HmacKey } from './hmac.ts'
import { Fault } from './refusal.ts'

export type KeyUse =
  | 'cursor'
  | 'remembered-answer'
  | 'signing-secret'
  | 'webhook-headers'
  | 'sign-in'
  | 'link'
  | 'address'
  | 'stored-key'
  | 'proof'

/** The uses whose keys are kept in the database. */
export const storedUses = ['address', 'link', 'cursor'] as const satisfies readonly KeyUse[]
export type StoredUse = (typeof storedUses)[number]

/** Of each use, the one that signs first, then those that are still recognised. */
export type StoredKeys = ReadonlyMap<KeyUse, readonly Buffer[]>

const KEY_BYTES = 32
const ID_BYTES = 4
const NONCE_BYTES = 12
const TAG_BYTES = 16
const MAC_BYTES = 16

interface UseKey {
  readonly id: Buffer
  readonly key: KeyObject
  /** The same key, for signing. */
  readonly macKey: HmacKey
}

export class Keyring {
  readonly #secrets: readonly Uint8Array[]
  readonly #ready = new Map<KeyUse, readonly UseKey[]>()
  readonly #stored: StoredKeys

  /** A use without stored keys has one derived from each secret. */
  constructor(secrets: readonly Uint8Array[], stored: StoredKeys = new Map()) {
    if (secrets.length === 0) throw new Fault('a keyring needs at least one secret')
    this.#secrets = secrets
    this.#stored = stored
  }

  withStored(stored: StoredKeys): Keyring {
    return new Keyring(this.#secrets, stored)
  }

  /** A name for each secret that tells nothing of it, the first one's first. */
  get secretIds(): readonly string[] {
    return this.#secrets.map((secret) => derive(secret, 'proof').id.toString('hex'))
  }

  /** The name of the secret that encrypts. */
  get secretId(): string {
    return this.#first('proof').id.toString('hex')
  }

  /** The same secrets. The first that has one of these names encrypts, where there is such a one. */
  encryptingWith(names: readonly string[]): Keyring {
    const index = this.secretIds.findIndex((name) => names.includes(name))
    const first = this.#secrets[index]
    if (index <= 0 || !first) return this
    return new Keyring([first, ...this.#secrets.toSpliced(index, 1)], this.#stored)
  }

  /** Encrypts; `context` must be given again to open, so that a sealed value cannot be moved elsewhere. */
  seal(use: KeyUse, plain: string, context: string): Buffer {
    const { id, key } = this.#first(use)
    const nonce = randomBytes(NONCE_BYTES)
    const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(context))
    const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
    return Buffer.concat([id, nonce, body, cipher.getAuthTag()])
  }

  open(use: KeyUse, sealed: Uint8Array, context: string): string {
    const bytes = Buffer.from(sealed.buffer, sealed.byteOffset, sealed.byteLength)
    const found = this.#keys(use).find(({ id }) => id.equals(bytes.subarray(0, ID_BYTES)))
    if (!found) throw new Fault('a stored value was encrypted with a SECRET_KEY that is no longer given')
    const bodyAt = ID_BYTES + NONCE_BYTES
    const decipher = createDecipheriv('aes-256-gcm', found.key, bytes.subarray(ID_BYTES, bodyAt))
      .setAAD(Buffer.from(context))
      .setAuthTag(bytes.subarray(-TAG_BYTES))
    return decipher.update(bytes.subarray(bodyAt, -TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
  }

  /** Whether one of the secrets sealed it, by the name of its key. */
  knows(use: KeyUse, sealed: Uint8Array): boolean {
    return this.#keys(use).some(({ id }) => id.equals(sealed.subarray(0, ID_BYTES)))
  }

  /** Whether it was sealed with the first secret: what was not goes with the others when they are taken away. */
  isCurrent(use: KeyUse, sealed: Uint8Array): boolean {
    return this.#first(use).id.equals(sealed.subarray(0, ID_BYTES))
  }

  /** A signature over `data`, 20 bytes: the key's id, then the truncated HMAC-SHA-256. */
  sign(use: KeyUse, data: string): Buffer {
    return signature(this.#first(use), data)
  }

  verify(use: KeyUse, data: string, sent: Uint8Array): boolean {
    if (sent.byteLength !== ID_BYTES + MAC_BYTES) return false
    const found = this.#keys(use).find(({ id }) => id.equals(sent.subarray(0, ID_BYTES)))
    return found !== undefined && timingSafeEqual(mac(found, data), sent.subarray(ID_BYTES))
  }

  /** The signatures over `data` with every secret, the first one's first: for finding what was stored under one. */
  signatures(use: KeyUse, data: string): readonly Buffer[] {
    return this.#keys(use).map((key) => signature(key, data))
  }

  #first(use: KeyUse): UseKey {
    const [first] = this.#keys(use)
    if (!first) throw new Fault('a keyring needs at least one secret')
    return first
  }

  #keys(use: KeyUse): readonly UseKey[] {
    const known = this.#ready.get(use)
    if (known) return known
    const keys = this.#stored.get(use)?.map(toUseKey) ?? this.#secrets.map((secret) => derive(secret, use))
    this.#ready.set(use, keys)
    return keys
  }
}

const derive = (secret: Uint8Array, use: KeyUse): UseKey =>
  toUseKey(Buffer.from(hkdfSync('sha256', secret, '', `challenge-service/${use}`, KEY_BYTES)))

const toUseKey = (bytes: Buffer): UseKey => ({
  id: createHash('sha256').update('key id').update(bytes).digest().subarray(0, ID_BYTES),
  key: createSecretKey(bytes),
  macKey: hmacKey(bytes),
})

/** A new key for one use. */
export const randomKey = (): Buffer => randomBytes(KEY_BYTES)

const signature = (key: UseKey, data: string): Buffer => Buffer.concat([key.id, mac(key, data)])

const mac = ({ macKey }: UseKey, data: string): Buffer =>
  hmacBytes(macKey, Buffer.from(data)).subarray(0, MAC_BYTES)
