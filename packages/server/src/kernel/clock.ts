// The one home of the current time. Everything else is handed a clock, so that tests can hold it still.

export interface Clock {
  /** Milliseconds since 1970, UTC: for everything that is stored or shown. */
  readonly now: () => number
  /** Milliseconds that never go back: for measuring spans. */
  readonly monotonic: () => number
}

/** What this machine says. Its wall clock may be wrong, and may jump: the service goes by store/clock/service-clock.ts. */
export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
}

/** Going back by more than this is a step. By less, time stands still until it has come so far again. */
export const HELD_MS = 5_000

export interface SteadyClock extends Clock {
  /** `offset`: what is added to monotonic time from now on. */
  set(offset: number): void
}

/** Runs with monotonic time, and a small correction never takes it back. */
export const makeSteadyClock = (monotonic: () => number, firstOffset: number): SteadyClock => {
  let offset = firstOffset
  let last = Number.NEGATIVE_INFINITY
  return {
    monotonic,
    now: () => {
      const at = Math.floor(offset + monotonic())
      if (at > last) last = at
      return last
    },
    set: (next) => {
      offset = next
      if (last - (offset + monotonic()) > HELD_MS) last = Number.NEGATIVE_INFINITY
    },
  }
}
