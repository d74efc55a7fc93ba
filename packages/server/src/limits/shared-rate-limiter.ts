// The per-minute limits of all nodes together. Redis is asked while the secret of a call is looked up: what the secret is
// counted as never changes, so it is remembered from the call before. One that is not known to anyone is never counted.
import type { Admission } from '../kernel/sliding-window.ts'
import type { LocalRateLimiter, RateClass, RateLimiter } from './rate-limiter.ts'
import type { RedisLink } from './redis-link.ts'
import type { SharedNames } from './shared-names.ts'
import { SharedWindows } from './shared-windows.ts'

/** A few megabytes. Of more, the longest unused is forgotten, and asked for after its look-up once. */
const REMEMBERED = 20_000

export class SharedRateLimiter implements RateLimiter {
  readonly #windows: Readonly<Record<RateClass, SharedWindows>>
  readonly #nameOf = new Map<string, string>()

  constructor(link: RedisLink, own: LocalRateLimiter, names: SharedNames) {
    this.#windows = {
      read: new SharedWindows(link, own.windows.read, names, 'read'),
      write: new SharedWindows(link, own.windows.write, names, 'write'),
    }
  }

  ahead(secretHash: string, rateClass: RateClass): Promise<Admission> | undefined {
    const name = this.#nameOf.get(secretHash)
    if (name === undefined) return undefined
    // Those that call stay the newest.
    this.#nameOf.delete(secretHash)
    this.#nameOf.set(secretHash, name)
    return this.#windows[rateClass].ask(name)
  }

  admit(name: string, rateClass: RateClass, secretHash?: string): Admission | Promise<Admission> {
    if (secretHash !== undefined) this.#remember(secretHash, name)
    return this.#windows[rateClass].admit(name)
  }

  #remember(secretHash: string, name: string): void {
    this.#nameOf.set(secretHash, name)
    if (this.#nameOf.size <= REMEMBERED) return
    const [oldest] = this.#nameOf.keys()
    if (oldest !== undefined) this.#nameOf.delete(oldest)
  }
}
