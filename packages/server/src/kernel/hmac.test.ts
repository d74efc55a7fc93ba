// The same signatures as node:crypto makes, for keys and texts of every length.
import { createHmac } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hmac, hmacBytes, hmacKey } from './hmac.ts'

const bytes = (maxLength: number) =>
  fc.uint8Array({ minLength: 0, maxLength }).map((array) => Buffer.from(array))
const ascii = fc.string({ unit: 'grapheme-ascii', maxLength: 80 })

describe('an HMAC', () => {
  it('is that of node:crypto, also when the key is used again', () => {
    fc.assert(
      fc.property(
        bytes(200),
        fc.array(fc.tuple(ascii, bytes(9_000)), { minLength: 1, maxLength: 4 }),
        fc.constantFrom('hex', 'base64'),
        (secret, texts, encoding) => {
          const key = hmacKey(secret)
          for (const [prefix, body] of texts) {
            const known = createHmac('sha256', secret).update(prefix).update(body).digest(encoding)
            expect(hmac(key, prefix, body, encoding)).toBe(known)
            expect(hmacBytes(key, body)).toEqual(createHmac('sha256', secret).update(body).digest())
          }
        },
      ),
    )
  })

  it.each([63, 64, 65])('is right at the edge of a block: a key of %d bytes', (length) => {
    const secret = Buffer.alloc(length, 7)
    const known = createHmac('sha256', secret).update('1.').update('{}').digest('hex')
    expect(hmac(hmacKey(secret), '1.', Buffer.from('{}'), 'hex')).toBe(known)
  })
})
