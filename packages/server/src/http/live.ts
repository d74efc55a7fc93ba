// The calls that wait now: held answers and streams, so many for a token or a session; all of them end when the service stops.
import { limits } from '@challenge-service/contract/plain'
import type { SessionId, TokenId } from '../kernel/ids.ts'
import { refuse } from '../kernel/refusal.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Store } from '../store/store.ts'
import { LiveCall, type LiveTiming } from './live-call.ts'

export class LiveCalls {
  readonly timing: LiveTiming
  readonly #store: Store
  readonly #clock: Clock
  readonly #ofCredential = new Map<TokenId | SessionId, Set<LiveCall>>()
  #stopped = false

  constructor(store: Store, clock: Clock, timing: LiveTiming) {
    this.#store = store
    this.#clock = clock
    this.timing = timing
  }

  /** Ends every waiting call: held answers are given, streams are closed. */
  stop(): void {
    this.#stopped = true
    for (const calls of this.#ofCredential.values()) for (const call of calls) call.end()
  }

  /** Since the service began to stop. */
  get stopped(): boolean {
    return this.#stopped
  }

  /** How many calls wait now. */
  get waiting(): number {
    return [...this.#ofCredential.values()].reduce((sum, { size }) => sum + size, 0)
  }

  /** Takes a place of the token or session, until `close`. `lookMs`: how long it relies on being woken. */
  open(
    credentialId: TokenId | SessionId,
    recheck: () => Promise<unknown>,
    waitMs: number,
    lookMs = this.timing.lookMs,
  ): LiveCall {
    const calls = this.#ofCredential.get(credentialId) ?? new Set()
    if (calls.size >= limits.openStreamsPerToken) {
      throw refuse(
        'rate_limited',
        'streams_open',
        `At most ${limits.openStreamsPerToken} waiting calls and streams are held at once. Close one first.`,
        { retryAfter: 1 },
      )
    }
    const call = new LiveCall({
      store: this.#store,
      clock: this.#clock,
      timing: this.timing,
      recheck,
      waitMs,
      lookMs,
    })
    this.#ofCredential.set(credentialId, calls.add(call))
    if (this.#stopped) call.end()
    return call
  }

  close(credentialId: TokenId | SessionId, call: LiveCall): void {
    call.end()
    const calls = this.#ofCredential.get(credentialId)
    calls?.delete(call)
    if (calls?.size === 0) this.#ofCredential.delete(credentialId)
  }
}
