// What the service's clock is set to: the time of the database server, or a wall clock that has proved itself.
import { DAY_MS, MINUTE_MS } from './instants.ts'

/** One question for the server's time: its answer, and the monotonic time before and after. */
export interface ClockReading {
  readonly at: number
  readonly before: number
  readonly after: number
}

/** What to add to monotonic time. The quickest answer is off by half its round trip at most. */
export const offsetOf = (readings: readonly ClockReading[]): number => {
  const { at, before, after } = readings.reduce((best, one) =>
    one.after - one.before < best.after - best.before ? one : best,
  )
  return at - (before + after) / 2
}

/** A wall clock that is closer than this is followed only at the next start. */
const OFF_MS = MINUTE_MS
const PROVED_MS = 10 * MINUTE_MS
/** NTP may slow a clock down or speed it up a little: 0.3 s in ten minutes. */
const STEADY_MS = 1_000

/** The service was off for so long, or the wall clock is ahead: nothing tells which. */
const BEHIND_MS = DAY_MS

export const isFarBehind = (lastAt: number, wall: number): boolean => wall - lastAt > BEHIND_MS

/** A wall clock that is off: how far it was ahead of monotonic time when that was first seen, and when that was. */
export interface OffWall {
  readonly offset: number
  readonly since: number
}

export interface WallJudgement {
  /** Undefined while the wall clock is not off. */
  readonly off: OffWall | undefined
  readonly isAdopted: boolean
}

/** `offset` is the wall clock's now, `ours` that of the service, both against `monotonic`. */
export const judgeWall = (
  known: OffWall | undefined,
  { offset, ours, monotonic }: { readonly offset: number; readonly ours: number; readonly monotonic: number },
): WallJudgement => {
  if (Math.abs(offset - ours) <= OFF_MS) return { off: undefined, isAdopted: false }
  const off = proveWall(known, offset, monotonic)
  return off === undefined ? { off, isAdopted: true } : { off, isAdopted: false }
}

/** Undefined once it has run steadily for long enough. A jump starts the time over. */
export const proveWall = (
  known: OffWall | undefined,
  offset: number,
  monotonic: number,
): OffWall | undefined => {
  const isSteady = known !== undefined && Math.abs(offset - known.offset) <= STEADY_MS
  const off = isSteady ? known : { offset, since: monotonic }
  return monotonic - off.since >= PROVED_MS ? undefined : off
}
