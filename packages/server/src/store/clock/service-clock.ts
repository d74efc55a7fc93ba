// The time that the service goes by, in calls, jobs and commands: monotonic time from an offset that is put right now and
// then. With a server the offset is that of its clock, so all nodes agree; with a file, that of the wall clock at start.
// If the server's clock jumps, each node follows at its next measurement, within a minute.
import { makeSteadyClock, systemClock, type Clock, type SteadyClock } from '../../kernel/clock.ts'
import {
  isFarBehind,
  judgeWall,
  offsetOf,
  proveWall,
  type ClockReading,
  type OffWall,
} from '../../kernel/clock.rules.ts'
import { MINUTE_MS, spanInWords } from '../../kernel/instants.ts'
import { describeClock, TOLERATED_MS } from './clock-check.ts'
import type { Store } from '../store.ts'

const READINGS = 5
const MEASURED_EVERY_MS = MINUTE_MS
const MEASURED_WITHIN_MS = 3 * MINUTE_MS
/** A wall clock that moved so far against ours means that one of the two jumped, as when the machine was suspended. */
const JUMP_MS = 1_000
/** Skew is over a little below where it begins, so that it is not told again and again. */
const OVER_MS = TOLERATED_MS - 1_000

/** How often `keep` is to be called. */
export const KEPT_EVERY_MS = 5_000

export interface ServiceClock extends Clock {
  /** Puts the clock right where that is due. Throws where the server could not be asked. */
  keep(): Promise<void>
  /** How far the wall clock of this machine is ahead; below zero, behind. */
  skewMs(): number
  /** False once the time of the server has not been known for too long. */
  isMeasured(): boolean
  /** At the start: the last instant at which this database was written by a clock that was believed. */
  doubt(lastAt: number): void
  /** False while nothing may end or be removed for good by this clock: it may have been wrong at the start. */
  isBelieved(): boolean
}

export interface ClockParts {
  /** What this machine says. */
  readonly machine?: Clock | undefined
  /** Told once when something begins, and once when it is over. */
  readonly tell?: ((level: 'warn' | 'info', sentence: string) => void) | undefined
}

/** The clock of one process, on the database that it opened. */
export const openClock = (
  store: Pick<Store, 'first' | 'dialect'>,
  parts: ClockParts = {},
): Promise<ServiceClock> => {
  const { readClock } = store.dialect
  return readClock === undefined
    ? followWall(parts)
    : followServer(async () => {
        const row = await store.first(readClock)
        if (row === undefined) throw new Error('the database server did not say what time it is')
        return row.at
      }, parts)
}

const beyondDoubt = { doubt: () => undefined, isBelieved: () => true } as const

/** One that others hold: nothing is measured. */
export const holdClock = ({ now, monotonic }: Clock): ServiceClock => ({
  now,
  monotonic,
  keep: async () => undefined,
  skewMs: () => 0,
  isMeasured: () => true,
  ...beyondDoubt,
})

export const followServer = async (
  readServer: () => Promise<number>,
  { machine = systemClock, tell }: ClockParts,
): Promise<ServiceClock> => {
  const { monotonic } = machine
  const measure = async (): Promise<number> => {
    const readings: ClockReading[] = []
    while (readings.length < READINGS) {
      const before = monotonic()
      const at = await readServer()
      readings.push({ at, before, after: monotonic() })
    }
    return offsetOf(readings)
  }
  const clock = makeSteadyClock(monotonic, await measure())
  const skewMs = (): number => machine.now() - clock.now()
  let measured = { at: monotonic(), skewMs: skewMs() }
  const isDue = (): boolean =>
    monotonic() - measured.at >= MEASURED_EVERY_MS || Math.abs(skewMs() - measured.skewMs) > JUMP_MS
  const tellSkew = watchSkew('the database server', tell)
  tellSkew(measured.skewMs)
  return {
    now: clock.now,
    monotonic,
    keep: async () => {
      if (isDue()) {
        clock.set(await measure())
        measured = { at: monotonic(), skewMs: skewMs() }
      }
      tellSkew(skewMs())
    },
    skewMs,
    isMeasured: () => monotonic() - measured.at < MEASURED_WITHIN_MS,
    ...beyondDoubt,
  }
}

export const followWall = async ({ machine = systemClock, tell }: ClockParts): Promise<ServiceClock> => {
  const { monotonic } = machine
  const readWall = (): number => machine.now() - monotonic()
  let ours = readWall()
  let off: OffWall | undefined
  let doubted: OffWall | undefined
  const clock: SteadyClock = makeSteadyClock(monotonic, ours)
  const skewMs = (): number => machine.now() - clock.now()
  const tellSkew = watchSkew('the service', tell)
  return {
    now: clock.now,
    monotonic,
    keep: async () => {
      const offset = readWall()
      const judged = judgeWall(off, { offset, ours, monotonic: monotonic() })
      off = judged.off
      if (judged.isAdopted) {
        const seconds = Math.round((offset - ours) / 1_000)
        tell?.(
          'warn',
          `the service now goes by the clock of this machine again: its time moved by ${seconds} seconds`,
        )
        ours = offset
        clock.set(offset)
      }
      if (doubted) {
        doubted = proveWall(doubted, offset, monotonic())
        if (!doubted)
          tell?.('info', 'the clock of this machine has run steadily: deadlines and pruning go on')
      }
      tellSkew(skewMs())
    },
    skewMs,
    isMeasured: () => true,
    doubt: (lastAt) => {
      const wall = machine.now()
      if (!isFarBehind(lastAt, wall)) return
      doubted = { offset: readWall(), since: monotonic() }
      tell?.('warn', describeDoubt(wall - lastAt))
    },
    isBelieved: () => doubted === undefined,
  }
}

const describeDoubt = (aheadMs: number): string =>
  `the clock of this machine is ${spanInWords(aheadMs)} ahead of what was written last: if it is right, the service was off for so long. Deadlines and pruning wait until it has run steadily for 10 minutes`

const consequences = {
  'the database server': "the service goes by the server's time. Set this machine right, best by NTP",
  'the service':
    'if it is off by more than a minute, the service goes by it once it has run steadily for 10 minutes',
} as const

/** Says when the wall clock begins to be off, and when that is over. */
const watchSkew = (of: keyof typeof consequences, tell: ClockParts['tell']) => {
  let isOff = false
  return (aheadMs: number): void => {
    const was = isOff
    isOff = Math.abs(aheadMs) > (was ? OVER_MS : TOLERATED_MS)
    if (isOff && !was) tell?.('warn', `${describeClock(aheadMs, of)}: ${consequences[of]}`)
    if (was && !isOff) tell?.('info', `the clock of this machine agrees with ${of} again`)
  }
}
