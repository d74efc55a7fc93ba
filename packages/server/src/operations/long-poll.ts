// One call that waits: a held answer or a stream. By itself, whatever the call is doing, it asks again and again
// whether token, plan, scope and membership still stand, and is over when one does not.
import type { Live } from '../features/route.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Store } from '../store/store.ts'

export interface LiveTiming {
  /** How often a waiting call looks by itself: for a lost wake-up, for its rights, for a client that takes nothing. */
  readonly pollMs: number
  /** With two looks more, the last of them for what was sent already, it is over within 15 seconds. */
  readonly recheckMs: number
  readonly heartbeatMs: number
  /** A client that takes nothing for so long is cut off. */
  readonly stallMs: number
  /** A connection on which nothing moves for so long, while an answer waits to be taken, is ended. */
  readonly quietMs: number
}

export const liveTiming: LiveTiming = {
  pollMs: 2_000,
  recheckMs: 8_000,
  heartbeatMs: 15_000,
  stallMs: 30_000,
  quietMs: 300_000,
}

export interface LiveParts {
  readonly store: Store
  readonly clock: Clock
  readonly timing: LiveTiming
  /** Rejects with the refusal that now fits. */
  readonly recheck: () => Promise<unknown>
  /** How long it may wait; without end for a stream. */
  readonly waitMs: number
  /** How long it relies on being woken, before it looks by itself. */
  readonly pollMs: number
}

export class LiveCall implements Live {
  readonly #parts: LiveParts
  readonly #endsAt: number
  readonly #ending = new AbortController()
  readonly #watch: NodeJS.Timeout
  #checkedAt: number
  #isAsking = false
  #failure: { readonly error: unknown } | undefined

  constructor(parts: LiveParts) {
    const now = parts.clock.monotonic()
    this.#parts = parts
    this.#endsAt = now + parts.waitMs
    this.#checkedAt = now
    this.#watch = setInterval(() => this.#look(), parts.timing.pollMs)
  }

  /** Aborts when it is over: the client has gone, the service stops, or the caller is no longer allowed. */
  get over(): AbortSignal {
    return this.#ending.signal
  }

  async *polls(topic: string): AsyncGenerator<void> {
    const { store, clock, pollMs } = this.#parts
    while (this.#goesOn()) {
      const leftMs = this.#endsAt - clock.monotonic()
      // Begun before the look. What is written between a look and listening would wait for the next look by itself.
      const woken = leftMs > 0 ? store.waitFor(topic, Math.min(pollMs, leftMs), this.over) : undefined
      yield
      if (!woken) return
      await woken
    }
  }

  async mayShow(): Promise<boolean> {
    if (this.#goesOn()) await this.#ask()
    return this.#goesOn()
  }

  end(): void {
    clearInterval(this.#watch)
    this.#ending.abort()
  }

  #goesOn(): boolean {
    if (this.#failure) throw this.#failure.error
    return !this.over.aborted
  }

  #look(): void {
    const { clock, timing } = this.#parts
    if (!this.#isAsking && clock.monotonic() - this.#checkedAt >= timing.recheckMs) void this.#ask()
  }

  /** Whether the caller is still allowed; where not, or where nobody can tell, it is over. */
  async #ask(): Promise<void> {
    const calledAt = this.#parts.clock.monotonic()
    this.#isAsking = true
    try {
      await this.#parts.recheck()
      this.#checkedAt = calledAt
    } catch (error) {
      this.#failure ??= { error }
      this.end()
    } finally {
      this.#isAsking = false
    }
  }
}
