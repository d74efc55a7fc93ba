// HMAC-SHA-256 (RFC 2104) of two hashes in one call each. createHmac makes an object for every text, which the
// garbage collector has to finish: with two signatures, that took a tenth of a delivery.
import { hash } from 'node:crypto'

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
  const padBlock = (pad: number): Buffer => Buffer.from(block.map((byte) => byte ^ pad))
  return { inner: padBlock(INNER), outer: Buffer.concat([padBlock(OUTER), Buffer.alloc(DIGEST)]) }
}

/** Of a prefix in ASCII and the body that follows it. */
export const hmac = (key: HmacKey, prefix: string, body: Buffer, encoding: 'hex' | 'base64'): string =>
  hash('sha256', withInnerHash(key, prefix, body), encoding)

/** The same in bytes. */
export const hmacBytes = (key: HmacKey, body: Buffer): Buffer =>
  hash('sha256', withInnerHash(key, '', body), 'buffer')

// What is hashed is put together here, over what was before: nothing is waited for in between. A buffer for each, and
// one for each hash within, would take half as long again.
let scratch = Buffer.alloc(4_096)

/** The outer block and the inner hash: what the outer hash is made of. */
const withInnerHash = ({ inner, outer }: HmacKey, prefix: string, body: Buffer): Buffer => {
  const bodyAt = BLOCK + prefix.length
  const end = bodyAt + body.length
  if (scratch.length < end) scratch = Buffer.alloc(2 * end)
  inner.copy(scratch)
  scratch.write(prefix, BLOCK, 'latin1')
  body.copy(scratch, bodyAt)
  outer.write(hash('sha256', scratch.subarray(0, end), 'binary'), BLOCK, 'latin1')
  return outer
}
