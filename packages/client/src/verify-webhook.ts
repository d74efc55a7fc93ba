// Checks that a webhook delivery comes from the service, unchanged and now.
import type { Event } from './generated/events.ts'
import { limits } from './generated/limits.ts'
import { systemNow } from './runtime.ts'

/**
 * missing: no signature header came. malformed: it is not a signature, or what is signed is not JSON.
 * expired: it was made 300 seconds ago or more, or is as far in the future. mismatch: another body or secret.
 */
export type WebhookFailure = 'missing' | 'malformed' | 'expired' | 'mismatch'

export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError'
  readonly reason: WebhookFailure

  constructor(reason: WebhookFailure, message: string) {
    super(message)
    this.reason = reason
  }
}

export interface VerifyOptions {
  /** The current time in milliseconds since 1970. */
  readonly now?: (() => number) | undefined
}

/**
 * The event of a delivery, if its X-SVC-Signature is right; throws WebhookVerificationError if not. The body
 * must be the bytes as they came: parsed and written again they are other bytes.
 */
export const verifyWebhook = async (
  header: string | readonly string[] | null | undefined,
  rawBody: string | Uint8Array | ArrayBuffer,
  secret: string,
  { now = systemNow }: VerifyOptions = {},
): Promise<Event> => {
  const body = toBytes(rawBody)
  if (secret === '') throw new TypeError('secret is empty: it is the signing_secret, whsec_ included')
  const { time, signatures } = readHeader(typeof header === 'string' ? header : header?.join(','))
  // Under 300, not at 300; a clock that runs ahead is no better than one behind.
  const ageMs = Math.abs(now() - Number(time) * 1000)
  if (!(ageMs < limits.signatureToleranceSeconds * 1000))
    throw new WebhookVerificationError('expired', 'The delivery was not signed within the last 300 seconds.')
  const own = await sign(secret, time, body)
  // Every signature is looked at: while a secret is being replaced there is one for each.
  const matches = signatures.map((signature) => isEqual(signature, own))
  if (!matches.includes(true))
    throw new WebhookVerificationError('mismatch', 'The signature belongs to another body or secret.')
  return parse(body)
}

const readHeader = (header: string | undefined): { time: string; signatures: readonly string[] } => {
  if (header === undefined || header.trim() === '')
    throw new WebhookVerificationError('missing', 'The delivery carries no X-SVC-Signature.')
  const parts = header.split(',').map((part) => {
    const at = part.indexOf('=')
    if (at < 0) throw new WebhookVerificationError('malformed', 'A part of the signature is not name=value.')
    return { name: part.slice(0, at).trim(), value: part.slice(at + 1).trim() }
  })
  const valuesOf = (wanted: string) => parts.filter(({ name }) => name === wanted).map(({ value }) => value)
  const [time, ...others] = valuesOf('t')
  const signatures = valuesOf('v1')
  if (time === undefined || others.length > 0 || !/^\d{1,12}$/.test(time))
    throw new WebhookVerificationError('malformed', 'The signature needs one t, a Unix time in seconds.')
  if (signatures.length === 0)
    throw new WebhookVerificationError('malformed', 'The signature needs at least one v1.')
  return { time, signatures }
}

const utf8 = new TextEncoder()

type Bytes = Uint8Array<ArrayBuffer>

const sign = async (secret: string, time: string, body: Bytes): Promise<string> => {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const key = await crypto.subtle.importKey('raw', utf8.encode(secret), algorithm, false, ['sign'])
  const start = utf8.encode(`${time}.`)
  const signed = new Uint8Array(start.length + body.length)
  signed.set(start)
  signed.set(body, start.length)
  const mac = await crypto.subtle.sign('HMAC', key, signed)
  return Array.from(new Uint8Array(mac), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

// By hand, since node:crypto's timingSafeEqual is not in browsers and Deno: it looks at every character
// wherever the first difference stands. The length of the right answer is no secret.
const isEqual = (given: string, own: string): boolean => {
  if (given.length !== own.length) return false
  let difference = 0
  for (let at = 0; at < own.length; at += 1) difference |= given.charCodeAt(at) ^ own.charCodeAt(at)
  return difference === 0
}

const toBytes = (rawBody: unknown): Bytes => {
  if (typeof rawBody === 'string') return utf8.encode(rawBody)
  if (ArrayBuffer.isView(rawBody))
    return new Uint8Array(rawBody.buffer as ArrayBuffer, rawBody.byteOffset, rawBody.byteLength)
  // Not by instanceof: the buffer of a frame or a test environment has another constructor.
  if (Object.prototype.toString.call(rawBody) === '[object ArrayBuffer]')
    return new Uint8Array(rawBody as ArrayBuffer)
  throw new TypeError('rawBody must be the body as it came (text or bytes), not what was parsed from it')
}

const parse = (body: Bytes): Event => {
  try {
    return JSON.parse(new TextDecoder().decode(body)) as Event
  } catch {
    throw new WebhookVerificationError('malformed', 'The body is signed rightly, but is not JSON.')
  }
}
