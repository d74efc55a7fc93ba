// Sliding windows by name, all of one rule, counted in this process.
import { SlidingWindow, type Admission, type CountedCall } from '../kernel/sliding-window.ts'

export interface WindowRule {
  readonly limit: number
  readonly spanMs: number
}

/** The calls of one name that still count. */
export interface HeldWindow {
  readonly name: string
  readonly calls: readonly HeldCall[]
}

export interface HeldCall extends Pick<CountedCall, 'mark'> {
  /** How long ago it was. */
  readonly ageMs: number
}

export class Windows {
  readonly rule: WindowRule
  readonly #monotonic: () => number
  readonly #mostNames: number
  // Two generations, each at least one span long: a name that was silent through a whole one has nothing
  // left that counts, and is forgotten with it.
  #current = new Map<string, SlidingWindow>()
  #previous = new Map<string, SlidingWindow>()
  #turnedAt: number

  /** Of more names at once than `mostNames`, those that were silent for longest are forgotten. */
  constructor(rule: WindowRule, monotonic: () => number, mostNames = Number.POSITIVE_INFINITY) {
    this.rule = rule
    this.#monotonic = monotonic
    this.#mostNames = mostNames
    this.#turnedAt = monotonic()
  }

  admit(name: string, mark = 0): Admission {
    const now = this.#turn()
    return this.#windowOf(name).admit(now, mark)
  }

  /** Counts a call that was admitted elsewhere. */
  count(name: string, mark: number): void {
    const now = this.#turn()
    this.#windowOf(name).count(now, mark)
  }

  /** Every window with a call that counts now. */
  held(): readonly HeldWindow[] {
    const now = this.#monotonic()
    const held: HeldWindow[] = []
    for (const [name, window] of new Map([...this.#previous, ...this.#current])) {
      const calls = window.callsAt(now).map(({ instant, mark }) => ({ ageMs: now - instant, mark }))
      if (calls.length > 0) held.push({ name, calls })
    }
    return held
  }

  /** Counts calls of before, as long as they would have counted. */
  remember({ name, calls }: HeldWindow): void {
    const now = this.#monotonic()
    this.#windowOf(name).remember(calls.map(({ ageMs, mark }) => ({ instant: now - ageMs, mark })))
  }

  #turn(): number {
    const now = this.#monotonic()
    if (now - this.#turnedAt >= this.rule.spanMs || this.#current.size >= this.#mostNames / 2) {
      this.#previous = this.#current
      this.#current = new Map()
      this.#turnedAt = now
    }
    return now
  }

  #windowOf(name: string): SlidingWindow {
    let window = this.#current.get(name)
    if (!window) {
      window = this.#previous.get(name) ?? new SlidingWindow(this.rule.limit, this.rule.spanMs)
      this.#current.set(name, window)
    }
    return window
  }
}
