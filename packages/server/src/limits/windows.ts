// Sliding windows by name, all of one rule, counted in this process.
import { SlidingWindow, type Admission, type CountedCall } from '../kernel/sliding-window.ts'
import { Generations } from './generations.ts'

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
  readonly monotonic: () => number
  readonly mostNames: number
  readonly #windows: Generations<SlidingWindow>

  /** Of more names at once than `mostNames`, those that were silent for longest are forgotten. */
  constructor(rule: WindowRule, monotonic: () => number, mostNames = Number.POSITIVE_INFINITY) {
    this.rule = rule
    this.monotonic = monotonic
    this.mostNames = mostNames
    this.#windows = new Generations(rule.spanMs, monotonic(), mostNames)
  }

  admit(name: string): Admission {
    const now = this.monotonic()
    return this.windowOf(name, now).admit(now)
  }

  windowOf(name: string, now: number): SlidingWindow {
    return this.#windows.find(name, now) ?? this.#windows.put(name, this.#make())
  }

  /** Every window with a call that counts now. */
  held(): readonly HeldWindow[] {
    const now = this.monotonic()
    const held: HeldWindow[] = []
    for (const [name, window] of this.#windows.all()) {
      const calls = window.callsAt(now).map(({ instant, mark }) => ({ ageMs: now - instant, mark }))
      if (calls.length > 0) held.push({ name, calls })
    }
    return held
  }

  /** Counts earlier calls, for as long as they would have counted. */
  remember({ name, calls }: HeldWindow): void {
    const now = this.monotonic()
    this.windowOf(name, now).remember(calls.map(({ ageMs, mark }) => ({ instant: now - ageMs, mark })))
  }

  #make(): SlidingWindow {
    return new SlidingWindow(this.rule.limit, this.rule.spanMs)
  }
}
