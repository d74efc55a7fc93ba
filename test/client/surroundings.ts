// Surroundings of a client in the test's hand: no time passes, and what would have been waited for is written down.
import { platform, type Runtime } from '../../packages/client/src/runtime.ts'

interface Timer {
  readonly ms: number
  readonly fire: () => void
}

export interface Surroundings {
  readonly runtime: Runtime
  /** The milliseconds of each sleep so far. */
  readonly sleeps: readonly number[]
  /** The time limits that are running. */
  readonly timers: ReadonlySet<Timer>
  /** Lets the time limit of every running call pass. */
  readonly expire: () => void
}

export const createSurroundings = (overrides: Partial<Runtime> = {}): Surroundings => {
  const sleeps: number[] = []
  const timers = new Set<Timer>()
  return {
    sleeps,
    timers,
    expire: () => {
      for (const { fire } of timers) fire()
    },
    runtime: {
      ...platform,
      // The longest that chance would choose.
      random: () => 1,
      sleep: async (ms, signal) => {
        signal?.throwIfAborted()
        sleeps.push(ms)
      },
      startTimer: (ms, fire) => {
        const timer = { ms, fire }
        timers.add(timer)
        return () => timers.delete(timer)
      },
      ...overrides,
    },
  }
}
