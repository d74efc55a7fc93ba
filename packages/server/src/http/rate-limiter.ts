// The per-minute limits of tokens, counted in this process. Several nodes need a limiter that they share:
// it offers the same one method.
import { limits } from '@challenge-service/contract'
import { SlidingWindow, type Admission } from '../kernel/sliding-window.ts'

export type RateClass = 'read' | 'write'

export interface RateLimiter {
  admit(tokenId: string, rateClass: RateClass): Admission | Promise<Admission>
}

type Windows = Map<string, Record<RateClass, SlidingWindow>>

export class LocalRateLimiter implements RateLimiter {
  readonly #perMinute: Readonly<Record<RateClass, number>>
  readonly #monotonic: () => number
  // Two generations, each at least one span long: a token that was silent through a whole one has nothing
  // left that counts, and is forgotten with it.
  #current: Windows = new Map()
  #previous: Windows = new Map()
  #turnedAt: number

  constructor(perMinute: Readonly<Record<RateClass, number>>, monotonic: () => number) {
    this.#perMinute = perMinute
    this.#monotonic = monotonic
    this.#turnedAt = monotonic()
  }

  admit(tokenId: string, rateClass: RateClass): Admission {
    const now = this.#monotonic()
    if (now - this.#turnedAt >= limits.rateWindowMs) {
      this.#previous = this.#current
      this.#current = new Map()
      this.#turnedAt = now
    }
    let windows = this.#current.get(tokenId)
    if (!windows) {
      windows = this.#previous.get(tokenId) ?? this.#newWindows()
      this.#current.set(tokenId, windows)
    }
    return windows[rateClass].admit(now)
  }

  #newWindows(): Record<RateClass, SlidingWindow> {
    return {
      read: new SlidingWindow(this.#perMinute.read, limits.rateWindowMs),
      write: new SlidingWindow(this.#perMinute.write, limits.rateWindowMs),
    }
  }
}
