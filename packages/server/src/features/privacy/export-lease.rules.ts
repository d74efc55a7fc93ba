// How often someone downloads what is kept about them: one download at a time, and ten in any 24 hours.
import { DAY_MS, MINUTE_MS } from '../../kernel/instants.ts'

export const EXPORTS_A_DAY = 10

/** A download that renews its lease no more is over: its process has ended, or its reader has stopped reading. */
export const LEASE_MS = 2 * MINUTE_MS

export interface ExportsSoFar {
  /** When those of the last day began, the oldest first. */
  readonly starts: readonly number[]
  /** Until when the one that runs has its lease; null where none runs. */
  readonly runsUntil: number | null
}

export type ExportDecision =
  | { readonly isAllowed: true; readonly starts: readonly number[] }
  | { readonly isAllowed: false; readonly why: 'running' | 'too_many'; readonly possibleAt: number }

export const decideExport = ({ starts, runsUntil }: ExportsSoFar, now: number): ExportDecision => {
  if (runsUntil !== null && runsUntil > now) {
    return { isAllowed: false, why: 'running', possibleAt: runsUntil }
  }
  const recent = starts.filter((at) => at > now - DAY_MS)
  const first = recent.at(-EXPORTS_A_DAY)
  return first === undefined
    ? { isAllowed: true, starts: [...recent, now] }
    : { isAllowed: false, why: 'too_many', possibleAt: first + DAY_MS }
}
