// Gathers what has finished until a transaction for it is worthwhile. A batch is ready when many have finished, or as
// many as are still under way, or after several times what the last transaction took. A transaction for each delivery
// would be most of the work while there is enough to send.
import type { FinishedDelivery } from './queue/claimed-delivery.ts'

const ENOUGH = 256
const AT_ONCE = 512
const TIMES_LAST_TRANSACTION = 6
const WAIT_MS = { least: 5, most: 50 } as const

export class SettleBatch {
  readonly #finished: FinishedDelivery[] = []
  readonly #countUnderWay: () => number
  readonly #onReady: () => void
  #timer: NodeJS.Timeout | undefined
  #isOverdue = false
  #waitMs: number = WAIT_MS.least

  constructor(countUnderWay: () => number, onReady: () => void) {
    this.#countUnderWay = countUnderWay
    this.#onReady = onReady
  }

  get count(): number {
    return this.#finished.length
  }

  get isReady(): boolean {
    const { length } = this.#finished
    return length > 0 && (this.#isOverdue || length >= Math.min(ENOUGH, this.#countUnderWay()))
  }

  add(finished: FinishedDelivery): void {
    this.#finished.push(finished)
    if (this.isReady) this.#onReady()
    else this.#timer ??= setTimeout(() => this.#endWait(), this.#waitMs)
  }

  /** The first of them, as many as one transaction settles. */
  take(): readonly FinishedDelivery[] {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#isOverdue = false
    return this.#finished.splice(0, AT_ONCE)
  }

  /** They could not be settled, and come first the next time. */
  putBack(finished: readonly FinishedDelivery[]): void {
    this.#finished.unshift(...finished)
  }

  /** How long the last transaction took. */
  noteDuration(ms: number): void {
    this.#waitMs = Math.min(WAIT_MS.most, Math.max(WAIT_MS.least, TIMES_LAST_TRANSACTION * ms))
  }

  #endWait(): void {
    this.#isOverdue = true
    this.#onReady()
  }
}
