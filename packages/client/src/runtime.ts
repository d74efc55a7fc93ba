// What the client takes from its surroundings: the network, timers, chance and time. The only such place, so
// that a test can put its own in.

/** As much of the global fetch as the client uses. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>

export interface Runtime {
  readonly fetch: Fetch
  /** Resolves after `ms`; rejects with the signal's reason when it aborts first. */
  readonly sleep: (ms: number, signal: AbortSignal | undefined) => Promise<void>
  /** Runs `fire` after `ms`, unless the function it gives is called first. */
  readonly startTimer: (ms: number, fire: () => void) => () => void
  /** From 0 to below 1. */
  readonly random: () => number
  /** Milliseconds that only ever grow. */
  readonly monotonic: () => number
}

// setTimeout fires at once when asked for more.
const LONGEST_TIMER_MS = 2 ** 31 - 1

const startTimer = (ms: number, fire: () => void): (() => void) => {
  const timer = setTimeout(fire, Math.min(ms, LONGEST_TIMER_MS))
  return () => clearTimeout(timer)
}

const sleep = (ms: number, signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve, reject) => {
    signal?.throwIfAborted()
    const stop = startTimer(ms, () => {
      signal?.removeEventListener('abort', onAbort)
      resolve()
    })
    const onAbort = (): void => {
      stop()
      reject(signal?.reason as Error)
    }
    signal?.addEventListener('abort', onAbort, { once: true })
  })

export const platform: Runtime = {
  // Looked up at each call: a page or a test may replace it after this module was loaded.
  fetch: (url, init) => fetch(url, init),
  sleep,
  startTimer,
  random: () => Math.random(),
  monotonic: () => performance.now(),
}

/** The current time, in milliseconds since 1970. */
export const systemNow = (): number => Date.now()
