// The per-minute limits of tokens, counted in this process. Several nodes need a limiter that they share: it offers
// the same way in.
import { limits } from '@challenge-service/contract/plain'
import { SlidingWindow, type Admission } from '../kernel/sliding-window.ts'

export type RateClass = 'read' | 'write'

export interface RateLimiter {
  admit(tokenId: string, rateClass: RateClass): Admission | Promise<Admission>
}

/** The calls of a token that still count, by how long ago they were. */
export interface KeptWindow {
  readonly tokenId: string
  readonly rateClass: RateClass
  readonly agesMs: readonly number[]
  /** How much of the limit that is; 1 where it is reached. */
  readonly fullness: number
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
    return this.#windowsOf(tokenId)[rateClass].admit(now)
  }

  /** Every window with a call that counts now. */
  windows(): readonly KeptWindow[] {
    const now = this.#monotonic()
    const kept: KeptWindow[] = []
    for (const [tokenId, windows] of new Map([...this.#previous, ...this.#current])) {
      for (const rateClass of ['read', 'write'] as const) {
        const agesMs = windows[rateClass].instantsAt(now).map((instant) => now - instant)
        const fullness = agesMs.length / this.#perMinute[rateClass]
        if (agesMs.length > 0) kept.push({ tokenId, rateClass, agesMs, fullness })
      }
    }
    return kept
  }

  /** Counts calls of before this process, as long as they would have counted. */
  remember(windows: readonly Omit<KeptWindow, 'fullness'>[]): void {
    const now = this.#monotonic()
    for (const { tokenId, rateClass, agesMs } of windows) {
      this.#windowsOf(tokenId)[rateClass].remember(agesMs.map((ageMs) => now - ageMs))
    }
  }

  #windowsOf(tokenId: string): Record<RateClass, SlidingWindow> {
    let windows = this.#current.get(tokenId)
    if (!windows) {
      windows = this.#previous.get(tokenId) ?? this.#newWindows()
      this.#current.set(tokenId, windows)
    }
    return windows
  }

  #newWindows(): Record<RateClass, SlidingWindow> {
    return {
      read: new SlidingWindow(this.#perMinute.read, limits.rateWindowMs),
      write: new SlidingWindow(this.#perMinute.write, limits.rateWindowMs),
    }
  }
}
