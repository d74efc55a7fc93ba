// Whether the clock of this machine can be right: against that of the database server, or against what was written.
import type { Clock } from '../../kernel/clock.ts'
import { change } from '../statements/changes.ts'
import { writeProbe } from '../schema/upkeep.ts'
import { sql } from '../statements/statement.ts'
import type { Store } from '../store.ts'

/** A little is no fault: the question itself takes time. */
export const TOLERATED_MS = 5_000
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

/**
 * `clock` was opened on the store by `openClock`. A server is always right. A file has no clock: there only one that went
 * back can be noticed.
 */
export const findClockFault = async (
  store: Store,
  clock: Clock & { skewMs(): number },
): Promise<ClockFault | undefined> => {
  if (store.dialect.readClock !== undefined) return judge(clock.skewMs(), 'the database server')
  const newest = (await store.first(findNewest))?.at ?? 0
  return judge(Math.min(0, clock.now() - newest), 'what was written last')
}

const judge = (aheadMs: number, of: ClockFault['of']): ClockFault | undefined =>
  Math.abs(aheadMs) > TOLERATED_MS ? { aheadMs, of } : undefined

export const isGrave = ({ aheadMs }: ClockFault): boolean => Math.abs(aheadMs) >= GRAVE_MS

/** `of`: whose time it is held against. */
export const describeClock = (aheadMs: number, of: string): string =>
  `the clock of this machine is ${Math.round(Math.abs(aheadMs) / 1_000)} seconds ${aheadMs > 0 ? 'ahead of' : 'behind'} ${of}`

// Of a database that no clock has marked yet, what a service writes every second.
const findBelieved = sql<{ at: number | null }, []>(
  'store.last_believed_instant',
  `select coalesce(w.believed_at, case when w.written_at > t.taken_at then w.written_at else t.taken_at end) as at
   from write_probe w join mail_turns t on t.id = w.id where w.id = 1`,
)

interface DoubtableClock extends Clock {
  doubt(lastAt: number): void
  isBelieved(): boolean
}

/** At the start on a file, which has no clock of its own. One that was never written to leaves nothing to end. */
export const doubtClock = async (store: Store, clock: DoubtableClock): Promise<void> => {
  if (store.dialect.readClock !== undefined) return
  const lastAt = (await store.first(findBelieved))?.at ?? 0
  if (lastAt > 0) clock.doubt(lastAt)
}

const mark = change(
  writeProbe,
  'store.mark_believed',
  'update write_probe set believed_at = $believed_at where id = 1',
)

/** Now and then, on a file. While the clock is doubted nothing is marked: another start would believe it at once. */
export const markBelieved = async (store: Store, clock: DoubtableClock): Promise<void> => {
  if (store.dialect.readClock !== undefined || !clock.isBelieved()) return
  await store.write(async (tx) => {
    await tx.run(mark, { believed_at: clock.now() })
  })
}
