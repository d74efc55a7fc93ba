// Calls that wait: held answers and streams. Each asks again, at least every 15 seconds, whether its token,
// plan, scope and membership still stand; each ends when the client goes or the service stops.
import { limits } from '@challenge-service/contract'
import type { Live } from '../features/route.ts'
import { refuse } from '../kernel/refusal.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Store } from '../store/store.ts'

export interface LiveTiming {
  /** How often a waiting call looks by itself, should a wake-up be lost. */
  readonly lookMs: number
  readonly recheckMs: number
  readonly heartbeatMs: number
}

export const liveTiming: LiveTiming = { lookMs: 2_000, recheckMs: 10_000, heartbeatMs: 15_000 }

export interface LiveParts {
  readonly tokenId: string
  /** Rejects with the refusal that now fits. */
  readonly recheck: () => Promise<unknown>
  /** Aborts when the client has gone. */
  readonly gone: AbortSignal
  /** How long it may wait; without end for a stream. */
  readonly waitMs: number
}

export interface OpenLive extends Live {
  close(): void
}

export class LiveCalls {
  readonly timing: LiveTiming
  readonly #store: Store
  readonly #clock: Clock
  readonly #open = new Map<string, number>()
  readonly #stopping = new AbortController()

  constructor(store: Store, clock: Clock, timing: LiveTiming) {
    this.#store = store
    this.#clock = clock
    this.timing = timing
  }

  /** Ends every waiting call: held answers are given, streams are closed. */
  stop(): void {
    this.#stopping.abort()
  }

  /** Since the service began to stop. */
  get stopped(): boolean {
    return this.#stopping.signal.aborted
  }

  /** How many calls wait now. */
  get waiting(): number {
    return [...this.#open.values()].reduce((sum, held) => sum + held, 0)
  }

  open({ tokenId, recheck, gone, waitMs }: LiveParts): OpenLive {
    const held = this.#open.get(tokenId) ?? 0
    if (held >= limits.openStreamsPerToken) {
      throw refuse(
        'rate_limited',
        'streams_open',
        `A token may hold ${limits.openStreamsPerToken} waiting calls and streams at once. Close one first.`,
        { retryAfter: 1 },
      )
    }
    this.#open.set(tokenId, held + 1)
    const over = AbortSignal.any([gone, this.#stopping.signal])
    const endsAt = this.#clock.monotonic() + waitMs
    let checkedAt = this.#clock.monotonic()
    return {
      next: async (topic) => {
        const leftMs = endsAt - this.#clock.monotonic()
        if (over.aborted || leftMs <= 0) return false
        await this.#store.waitFor(topic, Math.min(this.timing.lookMs, leftMs), over)
        if (over.aborted) return false
        if (this.#clock.monotonic() - checkedAt >= this.timing.recheckMs) {
          await recheck()
          checkedAt = this.#clock.monotonic()
        }
        return true
      },
      close: () => this.#release(tokenId),
    }
  }

  #release(tokenId: string): void {
    const held = (this.#open.get(tokenId) ?? 1) - 1
    if (held > 0) this.#open.set(tokenId, held)
    else this.#open.delete(tokenId)
  }
}
