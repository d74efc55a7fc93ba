// Who deliveries go to. The URL of a subscription is parsed and its secrets and headers are decrypted once for each
// change of it.
import type { WebhookId } from '../../kernel/ids.ts'
import type { Keyring } from '../../kernel/keyring.ts'
import { openHeaders } from '../../features/webhooks/sealed-headers.ts'
import { openSecret } from '../../features/webhooks/secret.ts'
import { signingKeys } from '../http/signature.ts'
import type { Target } from '../http/target.ts'
import type { ReceiverRow } from './claim.store.ts'
import type { Receiver } from './claimed-delivery.ts'

const KEPT = 10_000

export interface ReceiverParts {
  readonly keyring: Keyring
  readonly parseTarget: (url: string) => Target
  readonly onError: (webhookId: WebhookId, error: unknown) => void
}

export class Receivers {
  readonly #parts: ReceiverParts
  readonly #known = new Map<
    WebhookId,
    { readonly row: ReceiverRow; readonly receiver: Receiver | undefined }
  >()

  constructor(parts: ReceiverParts) {
    this.#parts = parts
  }

  /**
   * Undefined where a secret or the headers cannot be opened: `onError` is told of it, once, and no other is held up.
   */
  find(webhookId: WebhookId, row: ReceiverRow): Receiver | undefined {
    const known = this.#known.get(webhookId)
    if (known && isSame(known.row, row)) return known.receiver
    if (this.#known.size >= KEPT) this.#known.clear()
    const receiver = this.#tryOpen(webhookId, row)
    this.#known.set(webhookId, { row, receiver })
    return receiver
  }

  #tryOpen(webhookId: WebhookId, row: ReceiverRow): Receiver | undefined {
    try {
      return this.#open(webhookId, row)
    } catch (error) {
      this.#parts.onError(webhookId, error)
      return undefined
    }
  }

  #open(webhookId: WebhookId, row: ReceiverRow): Receiver {
    const { target, events, secret, old_secret, old_secret_until, headers } = row
    const { keyring, parseTarget } = this.#parts
    const openKeys = (sealed: Uint8Array) => signingKeys(openSecret(keyring, webhookId, sealed))
    return {
      webhookId,
      row,
      target: parseTarget(target),
      kinds: events.split(' '),
      keys: openKeys(secret),
      headers: Object.entries(openHeaders(keyring, webhookId, headers)).flat(),
      old:
        old_secret && old_secret_until !== null
          ? { keys: openKeys(old_secret), until: old_secret_until }
          : null,
    }
  }
}

const isSame = (a: ReceiverRow, b: ReceiverRow): boolean =>
  a.target === b.target &&
  a.events === b.events &&
  a.old_secret_until === b.old_secret_until &&
  isSameSealed(a.secret, b.secret) &&
  isSameSealed(a.headers, b.headers)

/** Whether deliveries that were claimed for the one are now to go elsewhere, or with other headers. */
export const isReplaced = (claimed: ReceiverRow, now: ReceiverRow): boolean =>
  claimed.target !== now.target || !isSameSealed(claimed.headers, now.headers)

const isSameSealed = (a: Uint8Array | null, b: Uint8Array | null): boolean =>
  a === b || (a !== null && b !== null && Buffer.compare(a, b) === 0)
