// Where deliveries go and how they are signed. Secrets are decrypted once for each change of a subscription.
import type { Keyring } from '../kernel/keyring.ts'
import { openSecret } from '../features/webhooks/secret.ts'
import type { Receiver } from './claim.store.ts'
import { signingKeys } from './signature.ts'
import type { Destination } from './task.ts'

const KEPT = 10_000

export class Destinations {
  readonly #keyring: Keyring
  readonly #onError: (webhookId: string, error: unknown) => void
  readonly #known = new Map<
    string,
    { readonly receiver: Receiver; readonly destination: Destination | undefined }
  >()

  constructor(keyring: Keyring, onError: (webhookId: string, error: unknown) => void) {
    this.#keyring = keyring
    this.#onError = onError
  }

  /** Undefined where the secret cannot be opened: that is told, once, and stands in nobody else's way. */
  of(webhookId: string, receiver: Receiver): Destination | undefined {
    const known = this.#known.get(webhookId)
    if (known && isSame(known.receiver, receiver)) return known.destination
    if (this.#known.size >= KEPT) this.#known.clear()
    const destination = this.#tryOpen(webhookId, receiver)
    this.#known.set(webhookId, { receiver, destination })
    return destination
  }

  #tryOpen(webhookId: string, receiver: Receiver): Destination | undefined {
    try {
      return this.#open(webhookId, receiver)
    } catch (error) {
      this.#onError(webhookId, error)
      return undefined
    }
  }

  #open(webhookId: string, { target, secret, old_secret, old_secret_until }: Receiver): Destination {
    const keysOf = (sealed: Uint8Array) => signingKeys(openSecret(this.#keyring, webhookId, sealed))
    return {
      target,
      origin: new URL(target).origin,
      keys: keysOf(secret),
      old:
        old_secret && old_secret_until !== null
          ? { keys: keysOf(old_secret), until: old_secret_until }
          : null,
    }
  }
}

const isSame = (a: Receiver, b: Receiver): boolean =>
  a.target === b.target &&
  a.old_secret_until === b.old_secret_until &&
  Buffer.compare(a.secret, b.secret) === 0
