// Whether the clock of this machine can be right: against that of the database server, and against what was written.
import { sql } from './statement.ts'
import type { Store } from './store.ts'

/** A little is no fault: the question itself takes time. */
const TOLERATED_MS = 5_000
const GRAVE_MS = 60_000

export interface ClockFault {
  /** How far this machine is ahead; below zero, behind. */
  readonly aheadMs: number
  readonly of: 'the database server' | 'what was written last'
}

const findNewest = sql<{ at: number | null }, []>(
  'store.newest_instant',
  `select max(at) as at from (select written_at as at from write_probe union all select seen_at as at from nodes) as seen`,
)

/** Of a server it is asked. A file has none: there only a clock that went back can be noticed. */
export const findClockFault = async (
  store: Store,
  readNow: () => number,
): Promise<ClockFault | undefined> => {
  if (store.dialect.readClock !== undefined) {
    const before = readNow()
    const there = (await store.first(store.dialect.readClock))?.at
    const aheadMs = Math.round((before + readNow()) / 2) - (there ?? before)
    if (Math.abs(aheadMs) > TOLERATED_MS) return { aheadMs, of: 'the database server' }
  }
  const behindMs = ((await store.first(findNewest))?.at ?? 0) - readNow()
  return behindMs > TOLERATED_MS ? { aheadMs: -behindMs, of: 'what was written last' } : undefined
}

export const isGrave = ({ aheadMs }: ClockFault): boolean => Math.abs(aheadMs) >= GRAVE_MS

export const describeClock = ({ aheadMs, of }: ClockFault): string =>
  `the clock of this machine is ${Math.round(Math.abs(aheadMs) / 1_000)} seconds ${aheadMs > 0 ? 'ahead of' : 'behind'} ${of}`
