// A strict sliding window: no span of `spanMs`, wherever it starts, holds more than `limit` admitted calls.
// It keeps the instant of each admitted call that still counts, and nothing of those it refused.

export interface Admission {
  readonly admitted: boolean
  readonly limit: number
  /** How many more would be admitted at this instant. */
  readonly remaining: number
  /** Until the next one is admitted; 0 where that is now. */
  readonly waitMs: number
}

export class SlidingWindow {
  readonly #limit: number
  readonly #spanMs: number
  // A ring that grows with use, so that an idle token costs next to nothing.
  #times = new Float64Array(8)
  #first = 0
  #size = 0

  constructor(limit: number, spanMs: number) {
    this.#limit = limit
    this.#spanMs = spanMs
  }

  /** `now` must never go back. */
  admit(now: number): Admission {
    while (this.#size > 0 && now - this.#oldest() >= this.#spanMs) {
      this.#first = (this.#first + 1) % this.#times.length
      this.#size -= 1
    }
    const admitted = this.#size < this.#limit
    if (admitted) this.#push(now)
    const remaining = this.#limit - this.#size
    const waitMs = remaining > 0 ? 0 : this.#oldest() + this.#spanMs - now
    return { admitted, limit: this.#limit, remaining, waitMs }
  }

  /** The instants of the calls that still count, oldest first. */
  instantsAt(now: number): readonly number[] {
    const instants = Array.from({ length: this.#size }, (_, at) => this.#at(at))
    return instants.filter((instant) => now - instant < this.#spanMs)
  }

  /** Counts calls of before, none later than now; of more than the limit, the latest. */
  remember(instants: readonly number[]): void {
    const all = [...Array.from({ length: this.#size }, (_, at) => this.#at(at)), ...instants]
    this.#first = 0
    this.#size = 0
    for (const instant of all.toSorted((a, b) => a - b).slice(-this.#limit)) this.#push(instant)
  }

  #at(place: number): number {
    return this.#times[(this.#first + place) % this.#times.length] ?? 0
  }

  #oldest(): number {
    return this.#at(0)
  }

  #push(now: number): void {
    if (this.#size === this.#times.length) this.#grow()
    this.#times[(this.#first + this.#size) % this.#times.length] = now
    this.#size += 1
  }

  #grow(): void {
    const grown = new Float64Array(Math.min(this.#times.length * 2, this.#limit))
    const head = this.#times.subarray(this.#first)
    grown.set(head)
    grown.set(this.#times.subarray(0, this.#first), head.length)
    this.#times = grown
    this.#first = 0
  }
}
