// Property tests against a second implementation, written with node:crypto from the words of the specification.
import { createHmac, timingSafeEqual } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { verifyWebhook, WebhookVerificationError } from './verify-webhook.ts'

const NOW = 1_794_744_000
const secret = 'whsec_c2VjcmV0IG9mIGEgc3Vic2NyaXB0aW9u'
const runs = { numRuns: 2_000 }

const hmac = (key: string, time: string, body: Uint8Array): string =>
  createHmac('sha256', key).update(`${time}.`).update(body).digest('hex')

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)

/** Seed §6, once more: what a receiver must say. */
const judge = (header: string, body: Uint8Array, key: string, nowMs: number): string => {
  if (header.trim() === '') return 'missing'
  const parts = header.split(',').map((part) => /^\s*([^=]*?)\s*=\s*(.*?)\s*$/s.exec(part))
  if (parts.includes(null)) return 'malformed'
  const times = parts.filter((part) => part?.[1] === 't').map((part) => String(part?.[2]))
  const signatures = parts.filter((part) => part?.[1] === 'v1').map((part) => String(part?.[2]))
  const [time] = times
  if (times.length !== 1 || time === undefined || !/^[0-9]{1,12}$/.test(time) || signatures.length === 0)
    return 'malformed'
  const difference = nowMs - Number(time) * 1000
  if (difference >= 300_000 || difference <= -300_000) return 'expired'
  const own = Buffer.from(hmac(key, time, body))
  const isRight = signatures.some((signature) => {
    const given = Buffer.from(signature)
    return given.length === own.length && timingSafeEqual(given, own)
  })
  return isRight ? 'verified' : 'mismatch'
}

const verdict = async (
  header: string,
  body: string | Uint8Array | ArrayBuffer,
  key: string,
  nowMs: number,
) => {
  try {
    await verifyWebhook(header, body, key, { now: () => nowMs })
    return 'verified'
  } catch (error) {
    if (error instanceof WebhookVerificationError) return error.reason
    throw error
  }
}

const body = fc.json().map(bytes)
const key = fc.string({ minLength: 1, unit: 'grapheme' }).map((text) => `whsec_${text}`)
// Around both edges, to the millisecond, and anywhere.
const skewMs = fc.oneof(
  fc.integer({ min: -2_000, max: 2_000 }).map((ms) => 300_000 + ms),
  fc.integer({ min: -2_000, max: 2_000 }).map((ms) => -300_000 + ms),
  fc.constantFrom(300_000, -300_000, 299_999, -299_999, 0),
  fc.integer({ min: -1_000_000, max: 1_000_000 }),
)
const hex = (length: number) =>
  fc.string({ unit: fc.constantFrom(...'0123456789abcdef'.split('')), minLength: length, maxLength: length })
const otherPart = fc.oneof(
  hex(64).map((value) => `v1=${value}`),
  fc.constantFrom('v0=abc', 'v2=', 'x=y=z', ' v1 = ', 'V1=00', 'tt=1', '=', 't2=5'),
)

describe('agrees with a second implementation', () => {
  test('on whatever the header, the time, the body and the secret are', async () => {
    const seen = new Map<string, number>()
    const anyPart = fc.oneof(
      fc.constant('RIGHT'),
      fc.constant('TIME'),
      otherPart,
      fc.constantFrom(
        '',
        'v1',
        't',
        `t=${NOW}`,
        't=',
        't=-1',
        't=1.5',
        't=+1',
        `t= ${NOW} `,
        't=9999999999999',
      ),
    )
    const header = fc.oneof(
      {
        weight: 3,
        arbitrary: fc.array(otherPart, { maxLength: 3 }).map((rest) => ['TIME', 'RIGHT', ...rest]),
      },
      {
        weight: 1,
        arbitrary: fc
          .array(hex(64), { minLength: 1, maxLength: 3 })
          .map((wrong) => ['TIME', ...wrong.map((value) => `v1=${value}`)]),
      },
      { weight: 2, arbitrary: fc.array(anyPart, { maxLength: 5 }) },
    )
    await fc.assert(
      fc.asyncProperty(
        header,
        fc.boolean(),
        body,
        key,
        skewMs,
        async (parts, isReversed, sent, with_, skew) => {
          const text = (isReversed ? parts.toReversed() : parts)
            .map((part) =>
              part.replace('RIGHT', `v1=${hmac(with_, String(NOW), sent)}`).replace('TIME', `t=${NOW}`),
            )
            .join(',')
          const nowMs = NOW * 1000 + skew
          const expected = judge(text, sent, with_, nowMs)
          seen.set(expected, (seen.get(expected) ?? 0) + 1)
          expect(await verdict(text, sent, with_, nowMs)).toBe(expected)
        },
      ),
      { numRuns: 5_000 },
    )
    // The property says something only if all five happened, and often.
    for (const outcome of ['verified', 'missing', 'malformed', 'expired', 'mismatch'])
      expect([outcome, (seen.get(outcome) ?? 0) > 50]).toEqual([outcome, true])
  })

  test('on any bytes, as bytes, as a buffer and, where they are text, as text', async () => {
    await fc.assert(
      fc.asyncProperty(fc.json({ stringUnit: 'binary' }), key, async (text, with_) => {
        const sent = bytes(text)
        const header = `t=${NOW},v1=${hmac(with_, String(NOW), sent)}`
        const padded = new Uint8Array(sent.length + 6).fill(123)
        padded.set(sent, 3)
        for (const form of [
          text,
          sent,
          sent.slice().buffer,
          padded.subarray(3, 3 + sent.length),
          Buffer.from(sent),
        ])
          expect(await verdict(header, form, with_, NOW * 1000)).toBe('verified')
        expect(await verdict(header, padded, with_, NOW * 1000)).toBe('mismatch')
      }),
      runs,
    )
  })
})

describe('one change is one too many', () => {
  test('of any bit of the body', async () => {
    const nonEmpty = fc.json().map(bytes)
    await fc.assert(
      fc.asyncProperty(nonEmpty, fc.nat(), fc.nat(7), async (sent, at, bit) => {
        const header = `t=${NOW},v1=${hmac(secret, String(NOW), sent)}`
        const changed = sent.slice()
        changed[at % sent.length] = (changed[at % sent.length] ?? 0) ^ (1 << bit)
        expect(await verdict(header, changed, secret, NOW * 1000)).toBe('mismatch')
      }),
      runs,
    )
  })

  test('of any character of the secret or the signature, and of any length of it', async () => {
    await fc.assert(
      fc.asyncProperty(
        body,
        fc.nat(),
        fc.constantFrom(...'0123456789abcdefABCDEFgz !'.split('')),
        async (sent, at, by) => {
          const signature = hmac(secret, String(NOW), sent)
          const change = (text: string): string =>
            text.slice(0, at % text.length) + by + text.slice((at % text.length) + 1)
          for (const [given, with_] of [
            [signature, change(secret)],
            [change(signature), secret],
            [signature.slice(0, at % 64), secret],
            [signature + by, secret],
            [by + signature, secret],
            [signature + signature, secret],
            [signature.toUpperCase(), secret],
          ] as const) {
            // A space at the end is the header's, not the signature's.
            const isSame = given.trim() === signature && with_ === secret
            expect(await verdict(`t=${NOW},v1=${given}`, sent, with_, NOW * 1000)).toBe(
              isSame ? 'verified' : 'mismatch',
            )
          }
        },
      ),
      runs,
    )
  })

  test('of the time, though it is as new', async () => {
    await fc.assert(
      fc.asyncProperty(body, fc.integer({ min: -299, max: 299 }), async (sent, by) => {
        const header = `t=${NOW + by},v1=${hmac(secret, String(NOW), sent)}`
        expect(await verdict(header, sent, secret, NOW * 1000)).toBe(by === 0 ? 'verified' : 'mismatch')
      }),
      runs,
    )
  })
})

describe('the edges, by hand', () => {
  const sent = '{"id":"evt_1","type":"webhook.test"}'
  const right = hmac(secret, String(NOW), bytes(sent))
  const header = `t=${NOW},v1=${right}`
  const wrong = '0'.repeat(64)

  test.each([
    [0, 'verified'],
    [299_999, 'verified'],
    [300_000, 'expired'],
    [300_001, 'expired'],
    [-299_999, 'verified'],
    [-300_000, 'expired'],
    [-300_001, 'expired'],
    [-86_400_000, 'expired'],
    [Number.NaN, 'expired'],
  ])('%d ms after it was signed: %s', async (ms, expected) => {
    expect(await verdict(header, sent, secret, NOW * 1000 + ms)).toBe(expected)
  })

  test.each([
    [`v1=${right},t=${NOW}`, 'verified'],
    [`t=${NOW}, v1=${right}`, 'verified'],
    [`t=${NOW},v1=${wrong},v1=${right}`, 'verified'],
    [`t=${NOW},v1=${right},v1=${wrong}`, 'verified'],
    [`t=${NOW},v0=x,v1=${right},note=a=b`, 'verified'],
    [`t=${NOW},v0=${right}`, 'malformed'],
    [`t=${NOW},v2=${right},v1=${wrong}`, 'mismatch'],
    [`t=${NOW},v1=`, 'mismatch'],
    [`t=${NOW},v1=${right.toUpperCase()}`, 'mismatch'],
    [`t=${NOW}`, 'malformed'],
    [`v1=${right}`, 'malformed'],
    [`t=${NOW},t=${NOW},v1=${right}`, 'malformed'],
    [`t=1,t=${NOW},v1=${right}`, 'malformed'],
    [`t=${NOW}.0,v1=${right}`, 'malformed'],
    [`t=${NOW}000,v1=${right}`, 'malformed'],
    [`t=0x10,v1=${right}`, 'malformed'],
    [`T=${NOW},V1=${right}`, 'malformed'],
    [`t=${NOW},v1=${right},`, 'malformed'],
    ['nonsense', 'malformed'],
    ['', 'missing'],
    ['  ', 'missing'],
  ])('%s: %s', async (given, expected) => {
    expect(await verdict(given, sent, secret, NOW * 1000)).toBe(expected)
  })

  test('gives the event', async () => {
    expect(await verifyWebhook(header, sent, secret, { now: () => NOW * 1000 })).toEqual({
      id: 'evt_1',
      type: 'webhook.test',
    })
    expect(await verifyWebhook([header], sent, secret, { now: () => NOW * 1000 })).toMatchObject({
      id: 'evt_1',
    })
  })

  test.each([[null], [undefined], [[]]])('no header (%j) is missing', async (none) => {
    await expect(verifyWebhook(none, sent, secret)).rejects.toMatchObject({ reason: 'missing' })
  })

  test('two headers are one with two times', async () => {
    const twice = verifyWebhook([header, header], sent, secret, { now: () => NOW * 1000 })
    await expect(twice).rejects.toMatchObject({ reason: 'malformed' })
  })

  test('the time is now unless told', async () => {
    const time = String(Math.floor(Date.now() / 1000))
    const signature = hmac(secret, time, bytes(sent))
    await expect(verifyWebhook(`t=${time},v1=${signature}`, sent, secret)).resolves.toMatchObject({
      id: 'evt_1',
    })
    await expect(
      verifyWebhook(header.replace(String(NOW), '1000000000'), sent, secret),
    ).rejects.toMatchObject({
      reason: 'expired',
    })
  })

  test('what is signed, but not JSON, is malformed', async () => {
    const signature = hmac(secret, String(NOW), bytes('hello'))
    expect(await verdict(`t=${NOW},v1=${signature}`, 'hello', secret, NOW * 1000)).toBe('malformed')
  })

  test('a parsed body and an empty secret are mistakes of the receiver, and told as such', async () => {
    await expect(verifyWebhook(header, { id: 'evt_1' } as unknown as string, secret)).rejects.toThrow(
      TypeError,
    )
    await expect(verifyWebhook(header, sent, '')).rejects.toThrow(TypeError)
  })
})
