// Signing secrets: 256 random bits, shown once, kept encrypted and bound to their subscription.
import { randomBytes } from 'node:crypto'
import type { WebhookId } from '../../kernel/ids.ts'
import type { Keyring } from '../../kernel/keyring.ts'

export const SECRET_PREFIX = 'whsec_'

export const mintSecret = (): string => SECRET_PREFIX + randomBytes(32).toString('base64')

export const sealSecret = (keys: Keyring, webhookId: WebhookId, secret: string): Uint8Array =>
  keys.seal('signing-secret', secret, webhookId)

export const openSecret = (keys: Keyring, webhookId: WebhookId, sealed: Uint8Array): string =>
  keys.open('signing-secret', sealed, webhookId)
