// HMAC-SHA-256 (RFC 2104) of two hashes in one call each. createHmac makes an object for every text, which the
// garbage collector has to finish: with two signatures, that took a tenth of a delivery.
import { hash } from 'node:crypto'
import { Fault } from './refusal.ts'

const BLOCK = 64
const DIGEST = 32
const [INNER, OUTER] = [0x36, 0x5c]

/** A key, prepared once. What follows the outer block is written over at each use, which never waits for anything. */
export interface HmacKey {
  readonly inner: Buffer
  readonly outer: Buffer
}

export const hmacKey = (key: Buffer): HmacKey => {
  const block = Buffer.alloc(BLOCK)
  const short = key.length > BLOCK ? hash('sha256', key, 'buffer') : key
  short.copy(block)
  const padded = (pad: number): Buffer => Buffer.from(block.map((byte) => byte ^ pad))
  return { inner: padded(INNER), outer: Buffer.concat([padded(OUTER), Buffer.alloc(DIGEST)]) }
}

const ROOM = 256

/** A text to be signed, perhaps several times, with room before it for what is signed with it: it is not copied. */
export class Signable {
  readonly text: Buffer
  readonly #bytes: Buffer

  constructor(text: string) {
    this.#bytes = Buffer.allocUnsafe(ROOM + Buffer.byteLength(text))
    this.#bytes.write(text, ROOM)
    this.text = this.#bytes.subarray(ROOM)
  }

  /** The HMAC of a prefix in ASCII and the text that follows it. */
  sign({ inner, outer }: HmacKey, prefix: string, encoding: 'hex' | 'base64'): string {
    const start = ROOM - prefix.length - BLOCK
    if (start < 0) throw new Fault('a prefix is too long to be signed')
    inner.copy(this.#bytes, start)
    this.#bytes.write(prefix, start + BLOCK, 'latin1')
    hash('sha256', this.#bytes.subarray(start), 'buffer').copy(outer, BLOCK)
    return hash('sha256', outer, encoding)
  }
}
