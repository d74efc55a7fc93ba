// What the engine does next: by what it is doing, and by what it finds. README.md shows the table.

/**
 * `running`: from start to stop. `catching_up`: all that is due now, once. `draining`: what is left at a stop, claiming
 * nothing more.
 */
export type EngineMode = 'running' | 'catching_up' | 'draining'

/**
 * `time_up`: it was told to stop; or, draining, what others hold has not become free in time. `work`: something can be
 * settled or claimed. `held_up`: only what other transactions hold. `under_way`: only attempts.
 */
export type EngineFinding = 'time_up' | 'work' | 'held_up' | 'under_way' | 'nothing'

/**
 * `round`: settle and claim. `settle`: the same without claiming. `rest`: until something happens, or the next is due.
 * `wait`: until something happens. `wait_briefly`: the same, but not for long. `pause`: that long in any case.
 */
export type EngineStep = 'round' | 'settle' | 'rest' | 'wait' | 'wait_briefly' | 'pause' | 'end'

/** `recover`: log the error and go on a little later. `throw`: leave it to the caller. */
export type ErrorStep = 'recover' | 'throw'

type Steps = Readonly<Record<EngineFinding, EngineStep> & { error: ErrorStep }>

export const engineSteps: Readonly<Record<EngineMode, Steps>> = {
  running: {
    time_up: 'end',
    work: 'round',
    held_up: 'wait_briefly',
    under_way: 'rest',
    nothing: 'rest',
    error: 'recover',
  },
  catching_up: {
    time_up: 'end',
    work: 'round',
    held_up: 'end',
    under_way: 'wait',
    nothing: 'end',
    error: 'throw',
  },
  draining: {
    time_up: 'end',
    work: 'settle',
    held_up: 'pause',
    under_way: 'wait',
    nothing: 'end',
    error: 'throw',
  },
}

export interface RoundResult {
  readonly mayBeMore: boolean
  readonly didSomething: boolean
  /** How many are to be settled in a later round. */
  readonly postponed: number
}

export interface EngineSituation {
  readonly isTimeUp: boolean
  /** That of the last step, if it was a round. */
  readonly round: RoundResult | undefined
  /** Claimed and not finished. */
  readonly underWay: number
  /** Finished and not settled. */
  readonly finished: number
  /** Catching up: whether enough has finished for a round, or a parked queue has capacity again. */
  readonly isReady: boolean
  /** Running: how long there is nothing to do. */
  readonly idleMs: number
}

export const findings: Readonly<Record<EngineMode, (seen: EngineSituation) => EngineFinding>> = {
  running: (seen) => {
    if (seen.isTimeUp) return 'time_up'
    if (seen.round?.didSomething === false) return 'held_up'
    return seen.idleMs === 0 ? 'work' : findRest(seen)
  },
  catching_up: (seen) => {
    const { round, underWay, finished, isReady } = seen
    if (seen.isTimeUp) return 'time_up'
    if (!round) return 'work'
    const isHeldUp = !round.didSomething && round.postponed > 0 && round.postponed === finished
    if (isHeldUp && underWay === 0) return 'held_up'
    return round.mayBeMore || isReady ? 'work' : findRest(seen)
  },
  draining: (seen) => {
    const isHeldUp = seen.round?.didSomething === false
    if (isHeldUp) return seen.isTimeUp && seen.underWay === 0 ? 'time_up' : 'held_up'
    return seen.finished > 0 ? 'work' : findRest(seen)
  },
}

const findRest = ({ underWay }: EngineSituation): EngineFinding => (underWay > 0 ? 'under_way' : 'nothing')
