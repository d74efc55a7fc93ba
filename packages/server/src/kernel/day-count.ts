// What is done at most so many times in a day, which begins with the first of them.
import { DAY_MS, secondsUntil } from './instants.ts'
import { refuse } from './refusal.ts'

export interface DayCount {
  /** How many in the day that began at `from`. */
  readonly count: number
  /** Null where there was none yet. */
  readonly from: number | null
}

export const neverCounted: DayCount = { count: 0, from: null }

/** Counts one more, or says when the next is possible. */
export const countInDay = (
  { count, from }: DayCount,
  { most, message }: { readonly most: number; readonly message: string },
  now: number,
): DayCount => {
  if (from === null || now >= from + DAY_MS) return { count: 1, from: now }
  if (count < most) return { count: count + 1, from }
  throw refuse('conflict', 'limit_reached', message, { retryAfter: secondsUntil(from + DAY_MS, now) })
}
