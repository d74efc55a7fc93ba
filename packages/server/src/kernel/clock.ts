// The one home of the current time. Everything else is handed a clock, so that tests can hold it still.

export interface Clock {
  /** Milliseconds since 1970, UTC: for everything that is stored or shown. */
  readonly now: () => number
  /** Milliseconds that never go back: for measuring spans. */
  readonly monotonic: () => number
}

export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
}
