// How often people of one network may ask for a mail, and how often one account may be entered by a passkey. Counted in
// memory alone: a network address is never written down.
import { SlidingWindow } from '../../kernel/sliding-window.ts'
import { HOUR_MS } from '../../kernel/instants.ts'

const IN_AN_HOUR = 30
/** More networks than this at once are a flood: the longest known are forgotten. */
const NETWORKS_AT_MOST = 100_000

export class NetworkLimit {
  readonly #windows = new Map<string, SlidingWindow>()
  readonly #monotonic: () => number

  constructor(monotonic: () => number) {
    this.#monotonic = monotonic
  }

  /** `name`: of a network, or of what else is counted alike. */
  admit(name: string): boolean {
    const window = this.#windows.get(name) ?? new SlidingWindow(IN_AN_HOUR, HOUR_MS)
    // Those that ask stay the newest.
    this.#windows.delete(name)
    this.#windows.set(name, window)
    if (this.#windows.size > NETWORKS_AT_MOST) {
      for (const oldest of this.#windows.keys()) {
        this.#windows.delete(oldest)
        break
      }
    }
    return window.admit(this.#monotonic()).admitted
  }
}
