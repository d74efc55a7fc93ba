// The calls that wait now: held answers and streams, so many for a token or a session, in this process and, with Redis, in
// all of them; all that are held here end when the service stops.
import { limits } from '@challenge-service/contract/plain'
import type { SessionId, TokenId } from '../kernel/ids.ts'
import { refuse, type Refusal } from '../kernel/refusal.ts'
import type { Clock } from '../kernel/clock.ts'
import type { SharedSlots } from '../limits/shared-slots.ts'
import type { Store } from '../store/store.ts'
import { LiveCall, type LiveTiming } from './long-poll.ts'

export class LiveCalls {
  readonly timing: LiveTiming
  readonly #store: Store
  readonly #clock: Clock
  readonly #slots: SharedSlots | undefined
  readonly #ofCredential = new Map<TokenId | SessionId, Set<LiveCall>>()
  #stopped = false
  #waiting = 0

  constructor(store: Store, clock: Clock, timing: LiveTiming, slots?: SharedSlots) {
    this.#store = store
    this.#clock = clock
    this.timing = timing
    this.#slots = slots
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
    return this.#waiting
  }

  /** Takes a slot of the token or session, until `close`. `pollMs`: how long it relies on being woken. */
  async open(
    credentialId: TokenId | SessionId,
    recheck: () => Promise<unknown>,
    waitMs: number,
    pollMs = this.timing.pollMs,
  ): Promise<LiveCall> {
    const calls = this.#ofCredential.get(credentialId) ?? new Set()
    if (calls.size >= limits.openStreamsPerToken) throw allTaken()
    const call = new LiveCall({
      store: this.#store,
      clock: this.#clock,
      timing: this.timing,
      recheck,
      waitMs,
      pollMs,
    })
    this.#ofCredential.set(credentialId, calls.add(call))
    this.#waiting += 1
    if (this.#slots && !(await this.#slots.take(credentialId, call, calls.size))) {
      this.close(credentialId, call)
      throw allTaken()
    }
    if (this.#stopped) call.end()
    return call
  }

  close(credentialId: TokenId | SessionId, call: LiveCall): void {
    call.end()
    this.#slots?.give(call)
    const calls = this.#ofCredential.get(credentialId)
    if (calls?.delete(call)) this.#waiting -= 1
    if (calls?.size === 0) this.#ofCredential.delete(credentialId)
  }
}

const allTaken = (): Refusal =>
  refuse(
    'rate_limited',
    'streams_open',
    `At most ${limits.openStreamsPerToken} waiting calls and streams are held at once. Close one first.`,
    { retryAfter: 1 },
  )
