// When a mail that could not be handed over is tried again: six tries, over a little less than a day.
import { HOUR_MS, MINUTE_MS } from '../../kernel/instants.ts'

const WAITS_MS = [MINUTE_MS, 10 * MINUTE_MS, HOUR_MS, 4 * HOUR_MS, 18 * HOUR_MS]

export const TRIES = WAITS_MS.length + 1

/** Undefined when it was the last try. */
export const nextTryAt = (tries: number, now: number): number | undefined => {
  const wait = WAITS_MS[tries - 1]
  return wait === undefined ? undefined : now + wait
}
