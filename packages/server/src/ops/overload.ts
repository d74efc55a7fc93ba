// Sheds calls while there is more to do than this process can: a call that would wait for long is refused at once, and
// cheaply, so that those before it are answered in time. Nothing is remembered: it is over as soon as there is room.
import { refuse, type Refusal } from '../kernel/refusal.ts'
import type { Log } from '../log/log.ts'

/** What there is too much of: calls of one turn of the event loop, calls in progress, or what waits for storage. */
export type Pressure = 'turn' | 'calls' | 'storage'

export interface OverloadLimits {
  /** The event loop hands over the calls that came meanwhile in one turn. The last of many has waited for all others. */
  readonly turnMs: number
  /** Fewer than these are no overload, however long their turn takes: something else holds the process up. */
  readonly turnCalls: number
  /** Begun and not answered. Those that are held open, waiting for something to happen, do not count. */
  readonly calls: number
  /** Beyond these, calls that may write are shed; reading goes on. */
  readonly waitingWrites: number
  /** Beyond these, all calls are shed. A read goes on when its caller has left, and those before it hold up the next. */
  readonly waitingReads: number
}

const usualLimits: OverloadLimits = {
  turnMs: 500,
  turnCalls: 128,
  calls: 1_000,
  waitingWrites: 500,
  waitingReads: 2_000,
}

export const OVERLOAD_RETRY_SECONDS = 1
/** Without a shed call for so long, it is over. */
const QUIET_MS = 5_000

export interface OverloadParts {
  /** How many writes wait for storage. */
  readonly waitingWrites: () => number
  /** How many reads storage has not answered. */
  readonly waitingReads: () => number
  /** How many of the calls in progress are held open. */
  readonly heldCalls: () => number
  readonly log: Log
  readonly onShed?: ((pressure: Pressure) => void) | undefined
}

// Made once: its stack trace would cost more than the rest of the answer.
export const overloaded: Refusal = refuse(
  'internal_error',
  'overloaded',
  'There is more to do than can be done at once. Nothing was done for this call: try again.',
  { retryAfter: OVERLOAD_RETRY_SECONDS },
)

export class Overload {
  readonly #parts: OverloadParts
  readonly #limits: OverloadLimits
  #unanswered = 0
  #turnStartedAt = 0
  #turnCalls = 0
  #turn: NodeJS.Immediate | undefined
  readonly #endTurn = (): void => {
    this.#turn = undefined
  }
  /** Shed since it began; 0 while nothing is. */
  #shed = 0
  #lastShedAt = 0

  constructor(parts: OverloadParts, limits: OverloadLimits = usualLimits) {
    this.#parts = parts
    this.#limits = limits
  }

  /** Calls that were begun and are not answered, without those that are held open. */
  get inProgress(): number {
    return Math.max(0, this.#unanswered - this.#parts.heldCalls())
  }

  begin(): void {
    this.#unanswered += 1
  }

  /** Its response was handed over, or nobody waits for it. When a client reads it does not matter. */
  end(): void {
    this.#unanswered -= 1
  }

  /** Of a call that comes now: what there is too much of. */
  measure(now: number, mayWrite: boolean): Pressure | undefined {
    const { turnMs, turnCalls } = this.#limits
    if (this.#turn === undefined) {
      this.#turnStartedAt = now
      this.#turnCalls = 0
      this.#turn = setImmediate(this.#endTurn)
    }
    this.#turnCalls += 1
    if (this.#turnCalls > turnCalls && now - this.#turnStartedAt > turnMs) return 'turn'
    return this.measureWork(mayWrite)
  }

  /** The same of what is taken on already, for a call that came a while ago: much may have been taken on since. */
  measureWork(mayWrite: boolean): Pressure | undefined {
    const { calls, waitingWrites, waitingReads } = this.#limits
    if (this.#unanswered >= calls && this.inProgress >= calls) return 'calls'
    if (this.#parts.waitingReads() >= waitingReads) return 'storage'
    return mayWrite && this.#parts.waitingWrites() >= waitingWrites ? 'storage' : undefined
  }

  noteShed(pressure: Pressure, now: number): void {
    this.#parts.onShed?.(pressure)
    this.#lastShedAt = now
    this.#shed += 1
    if (this.#shed > 1) return
    this.#parts.log.warn({ pressure }, 'there is too much to do: calls are refused as overloaded')
    const watch = setInterval(() => {
      if (performance.now() - this.#lastShedAt < QUIET_MS) return
      clearInterval(watch)
      this.#parts.log.info({ shed: this.#shed }, 'calls are no longer refused as overloaded')
      this.#shed = 0
    }, QUIET_MS)
    watch.unref()
  }
}
