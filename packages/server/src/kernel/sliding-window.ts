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

/** An admitted call that still counts. */
export interface CountedCall {
  readonly instant: number
  /** The number that its counter gave it; 0 where it gave none. */
  readonly mark: number
}

export class SlidingWindow {
  readonly #limit: number
  readonly #spanMs: number
  // Two rings that grow with use, so that a name that called once costs next to nothing. A typed array would cost
  // hundreds of bytes even then.
  #times: number[] = []
  #marks: number[] = []
  #first = 0
  #size = 0

  constructor(limit: number, spanMs: number) {
    this.#limit = limit
    this.#spanMs = spanMs
  }

  /** `now` must never go back. `mark` is kept with the call. `limit`: fewer than the limit of the window, for now. */
  admit(now: number, mark = 0, limit = this.#limit): Admission {
    const admitted = this.sizeAt(now) < limit
    if (admitted) this.#push(now, mark)
    const remaining = Math.max(0, limit - this.#size)
    return { admitted, limit, remaining, waitMs: remaining > 0 ? 0 : this.leftMs(now, this.#size - limit) }
  }

  /** How many calls count. */
  sizeAt(now: number): number {
    while (this.#size > 0 && now - this.#oldest() >= this.#spanMs) this.#drop()
    return this.#size
  }

  /** How long a call goes on to count, the oldest being at 0. */
  leftMs(now: number, index: number): number {
    return (this.#times[(this.#first + index) % this.#times.length] ?? 0) + this.#spanMs - now
  }

  /** The mark of the latest call, where that goes on to count for longer than `forMs`. */
  latestMark(now: number, forMs: number): number | undefined {
    const index = this.#size - 1
    if (index < 0 || this.leftMs(now, index) <= forMs) return undefined
    return this.#marks[(this.#first + index) % this.#marks.length]
  }

  /** Counts a call that was admitted elsewhere; where that is one too many, the oldest is forgotten for it. */
  count(now: number, mark: number): void {
    if (this.sizeAt(now) === this.#limit) this.#drop()
    this.#push(now, mark)
  }

  /** The calls that still count, oldest first. */
  callsAt(now: number): readonly CountedCall[] {
    return this.#all().filter(({ instant }) => now - instant < this.#spanMs)
  }

  /** Counts earlier calls, none later than now; of more than the limit, the latest. */
  remember(calls: readonly CountedCall[]): void {
    const all = [...this.#all(), ...calls]
    this.#first = 0
    this.#size = 0
    for (const { instant, mark } of all.toSorted((a, b) => a.instant - b.instant).slice(-this.#limit)) {
      this.#push(instant, mark)
    }
  }

  #all(): readonly CountedCall[] {
    return Array.from({ length: this.#size }, (_, index) => {
      const at = (this.#first + index) % this.#times.length
      return { instant: this.#times[at] ?? 0, mark: this.#marks[at] ?? 0 }
    })
  }

  #oldest(): number {
    return this.#times[this.#first] ?? 0
  }

  #drop(): void {
    this.#first = (this.#first + 1) % this.#times.length
    this.#size -= 1
  }

  #push(now: number, mark: number): void {
    if (this.#size === this.#times.length) this.#grow()
    const at = (this.#first + this.#size) % this.#times.length
    this.#times[at] = now
    this.#marks[at] = mark
    this.#size += 1
  }

  #grow(): void {
    this.#times = this.#grown(this.#times)
    this.#marks = this.#grown(this.#marks)
    this.#first = 0
  }

  #grown(ring: readonly number[]): number[] {
    const { length } = ring
    const wanted = Math.min(length === 0 ? 1 : Math.max(8, length * 2), this.#limit)
    return Array.from({ length: wanted }, (_, index) => ring[(this.#first + index) % length] ?? 0)
  }
}
