// The two signatures of a delivery: X-SVC-Signature (seed §6.4), keyed with the secret as it is shown, and that of
// Standard Webhooks, keyed with the bytes that the secret stands for. Both are made anew for each attempt, since
// a receiver refuses what was signed 300 seconds ago.
import { createHmac, createSecretKey, type KeyObject } from 'node:crypto'
import { SECRET_PREFIX } from '../features/webhooks/secret.ts'

/** The keys of one secret, prepared once: that is most of what a signature costs. */
export interface SigningKeys {
  readonly asShown: KeyObject
  readonly decoded: KeyObject
}

export const signingKeys = (secret: string): SigningKeys => ({
  asShown: createSecretKey(Buffer.from(secret)),
  decoded: createSecretKey(Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64')),
})

export interface Signed {
  readonly eventId: string
  readonly body: string
}

const mac = (key: KeyObject, text: string, encoding: 'hex' | 'base64'): string =>
  createHmac('sha256', key).update(text).digest(encoding)

/** One signature for each of the keys: two while a secret is being replaced. */
export const signatureHeaders = (
  keys: readonly SigningKeys[],
  { eventId, body }: Signed,
  now: number,
): Readonly<Record<string, string>> => {
  const t = Math.floor(now / 1000)
  const ours = keys.map(({ asShown }) => `v1=${mac(asShown, `${t}.${body}`, 'hex')}`)
  const standard = keys.map(({ decoded }) => `v1,${mac(decoded, `${eventId}.${t}.${body}`, 'base64')}`)
  return {
    'x-svc-signature': [`t=${t}`, ...ours].join(','),
    'webhook-id': eventId,
    'webhook-timestamp': String(t),
    'webhook-signature': standard.join(' '),
  }
}
