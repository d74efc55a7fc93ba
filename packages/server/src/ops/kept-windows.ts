// Carries the windows of the per-minute limits over a restart: written down at a clean stop, taken up at the next
// start. An age of at most 60 seconds fits two bytes; a clock that was moved meanwhile makes nobody wait for longer.
import { limits } from '@challenge-service/contract/plain'
import { insertWindows, takeWindows, type WindowRow } from '../features/limits/rate-windows.store.ts'
import type { Clock } from '../kernel/clock.ts'
import type { KeptWindow, LocalRateLimiter } from '../limits/rate-limiter.ts'
import type { HeldCall, Windows } from '../limits/windows.ts'
import type { Log } from '../log/log.ts'
import type { Store } from '../store/store.ts'

/** Of all windows together, at two bytes each. The fullest come first: theirs is what matters. */
const MOST_CALLS = 1_000_000
const BATCH = 256

export interface Limited {
  readonly store: Store
  readonly limiter: LocalRateLimiter
  /** Gives each call that is taken up its number, where calls have one. */
  readonly nextMark?: (() => number) | undefined
  readonly clock: Clock
  readonly log: Log
}

/** Writes down what counts now. Call it when the last call has been answered. */
export const keepWindows = (limited: Limited): Promise<void> => orWarn(limited, keep)

/** Takes up what was kept, and counts on from there. Call it before the first call is taken. */
export const recallWindows = (limited: Limited): Promise<void> => orWarn(limited, recall)

/** Where it fails, the service goes on: limits are then as after a crash, and nothing else is. */
const orWarn = async (limited: Limited, work: (limited: Limited) => Promise<void>): Promise<void> => {
  try {
    await work(limited)
  } catch (error) {
    limited.log.warn({ err: error }, 'the windows of the limits could not be carried over a restart')
  }
}

const keep = async ({ store, limiter, clock }: Limited): Promise<void> => {
  const savedAt = clock.now()
  const rows = withinBounds(limiter.held()).map((window) => toRow(window, savedAt))
  for (let from = 0; from < rows.length; from += BATCH) {
    const batch = rows.slice(from, from + BATCH)
    await store.write((tx) => insertWindows(tx, batch))
  }
}

const recall = async ({ store, limiter, nextMark, clock }: Limited): Promise<void> => {
  const rows = await store.write(takeWindows)
  const now = clock.now()
  // A newer release may count more classes of calls.
  const windows: Readonly<Record<string, Windows | undefined>> = limiter.windows
  for (const row of rows) {
    const calls = agesOf(row, now).map((ageMs): HeldCall => ({ ageMs, mark: nextMark?.() ?? 0 }))
    windows[row.rate_class]?.remember({ name: row.token_id, calls })
  }
}

const withinBounds = (windows: readonly KeptWindow[]): readonly KeptWindow[] => {
  let left = MOST_CALLS
  return windows
    .toSorted((a, b) => b.fullness - a.fullness)
    .filter(({ calls }) => {
      const fits = calls.length <= left
      if (fits) left -= calls.length
      return fits
    })
}

const toRow = ({ name, rateClass, calls }: KeptWindow, savedAt: number): WindowRow => {
  const ages = Buffer.alloc(calls.length * 2)
  // Rounded down, so that a call never counts for less than its 60 seconds.
  calls.forEach(({ ageMs }, at) => ages.writeUInt16LE(Math.floor(ageMs), at * 2))
  return { token_id: name, rate_class: rateClass, saved_at: savedAt, ages }
}

const agesOf = ({ saved_at, ages }: WindowRow, now: number): readonly number[] => {
  const bytes = Buffer.from(ages)
  // Not below 0: a clock that was moved back must not lengthen what was left to wait.
  const sinceMs = Math.max(0, now - saved_at)
  const agesMs = Array.from({ length: bytes.length / 2 }, (_, at) => bytes.readUInt16LE(at * 2) + sinceMs)
  return agesMs.filter((ageMs) => ageMs < limits.rateWindowMs)
}
