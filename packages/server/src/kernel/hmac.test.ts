// The same signatures as node:crypto makes, for keys and texts of every length.
import { createHmac } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hmacKey, Signable } from './hmac.ts'

const bytes = (maxLength: number) =>
  fc.uint8Array({ minLength: 0, maxLength }).map((array) => Buffer.from(array))
const prefix = fc.string({ unit: 'grapheme-ascii', maxLength: 192 })
const text = fc.string({ unit: 'binary', maxLength: 3_000 })

describe('an HMAC', () => {
  it('is that of node:crypto, also when a key or a text is used again, and leaves the text alone', () => {
    fc.assert(
      fc.property(
        bytes(200),
        fc.array(text, { minLength: 1, maxLength: 3 }),
        fc.array(prefix, { minLength: 1, maxLength: 3 }),
        fc.constantFrom('hex', 'base64'),
        (secret, texts, prefixes, encoding) => {
          const key = hmacKey(secret)
          for (const body of texts) {
            const signable = new Signable(body)
            for (const before of prefixes) {
              const known = createHmac('sha256', secret).update(before).update(body).digest(encoding)
              expect(signable.sign(key, before, encoding)).toBe(known)
            }
            expect(signable.text).toEqual(Buffer.from(body))
          }
        },
      ),
    )
  })

  it('is not made where there is no room for the prefix', () => {
    expect(() => new Signable('{}').sign(hmacKey(Buffer.from('k')), 'x'.repeat(193), 'hex')).toThrow(
      'too long',
    )
  })

  it.each([63, 64, 65])('is right at the edge of a block: a key of %d bytes', (length) => {
    const secret = Buffer.alloc(length, 7)
    const known = createHmac('sha256', secret).update('1.').update('{}').digest('hex')
    expect(new Signable('{}').sign(hmacKey(secret), '1.', 'hex')).toBe(known)
  })
})
