// The headers of a subscription as they are kept: encrypted, and bound to their subscription. Their names stand beside
// them in the clear.
import type { WebhookId } from '../../kernel/ids.ts'
import type { Keyring } from '../../kernel/keyring.ts'
import type { WebhookHeaders } from './headers.rules.ts'

/** Null where there are none. */
export const sealHeaders = (
  keys: Keyring,
  webhookId: WebhookId,
  headers: WebhookHeaders,
): Uint8Array | null =>
  Object.keys(headers).length === 0 ? null : keys.seal('webhook-headers', JSON.stringify(headers), webhookId)

export const openHeaders = (
  keys: Keyring,
  webhookId: WebhookId,
  sealed: Uint8Array | null,
): WebhookHeaders =>
  sealed === null ? {} : (JSON.parse(keys.open('webhook-headers', sealed, webhookId)) as WebhookHeaders)
