// The two signatures of a delivery: X-SVC-Signature (seed §6.4), keyed with the secret as it is shown, and that of
// Standard Webhooks, keyed with the bytes that the secret stands for. Each attempt is signed again, since
// a receiver refuses what was signed 300 seconds ago.
import { hmac, hmacKey, type HmacKey } from '../../kernel/hmac.ts'
import { SECRET_PREFIX } from '../../features/webhooks/secret.ts'
import type { EventId } from '../../kernel/ids.ts'

/** The keys of one secret, prepared once. */
export interface SigningKeys {
  readonly asShown: HmacKey
  readonly decoded: HmacKey
}

export const signingKeys = (secret: string): SigningKeys => ({
  asShown: hmacKey(Buffer.from(secret)),
  decoded: hmacKey(Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64')),
})

export interface Signed {
  readonly eventId: EventId
  /** The very bytes that are sent. */
  readonly body: Buffer
}

/** Names and values in turn. One signature for each of the keys: two while a secret is being replaced. */
export const signatureHeaders = (
  keys: readonly SigningKeys[],
  { eventId, body }: Signed,
  now: number,
): readonly string[] => {
  const t = String(Math.floor(now / 1000))
  let ours = `t=${t}`
  let standard = ''
  for (const { asShown, decoded } of keys) {
    ours += `,v1=${hmac(asShown, `${t}.`, body, 'hex')}`
    standard += `${standard === '' ? '' : ' '}v1,${hmac(decoded, `${eventId}.${t}.`, body, 'base64')}`
  }
  return [
    'x-svc-signature',
    ours,
    'webhook-id',
    eventId,
    'webhook-timestamp',
    t,
    'webhook-signature',
    standard,
  ]
}
