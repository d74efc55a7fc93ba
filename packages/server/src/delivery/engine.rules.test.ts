// What the engine finds and does next, against grids written by hand.
import { describe, expect, it } from 'vitest'
import {
  engineSteps,
  findings,
  type EngineMode,
  type EngineFinding,
  type EngineSituation,
  type EngineStep,
} from './engine.rules.ts'

it.each<[EngineMode, Record<EngineFinding, EngineStep>, error: string]>([
  [
    'running',
    { time_up: 'end', work: 'round', held_up: 'wait_briefly', under_way: 'rest', nothing: 'rest' },
    'recover',
  ],
  [
    'catching_up',
    { time_up: 'end', work: 'round', held_up: 'end', under_way: 'wait', nothing: 'end' },
    'throw',
  ],
  [
    'draining',
    { time_up: 'end', work: 'settle', held_up: 'pause', under_way: 'wait', nothing: 'end' },
    'throw',
  ],
])('%s, the step follows from what it finds', (mode, steps, error) => {
  expect(engineSteps[mode]).toEqual({ ...steps, error })
})

const quiet: EngineSituation = {
  isTimeUp: false,
  round: undefined,
  underWay: 0,
  finished: 0,
  isReady: false,
  idleMs: 5_000,
}
const did = { mayBeMore: false, didSomething: true, postponed: 0 }
const didNothing = { mayBeMore: false, didSomething: false, postponed: 0 }
const postponed = (count: number) => ({ ...didNothing, postponed: count })
const ofMany = { mayBeMore: true, didSomething: true, postponed: 0 }

type Row = readonly [what: string, seen: Partial<EngineSituation>, finding: EngineFinding]

const expectRows = (mode: EngineMode, rows: readonly Row[]) =>
  it.each(rows)('%s', (_what, seen, finding) => expect(findings[mode]({ ...quiet, ...seen })).toBe(finding))

describe('running', () => {
  expectRows('running', [
    ['told to stop, whatever is left', { isTimeUp: true, idleMs: 0, underWay: 1 }, 'time_up'],
    ['something is due', { idleMs: 0 }, 'work'],
    ['something is due after a round', { idleMs: 0, round: did }, 'work'],
    ['nothing is due', {}, 'nothing'],
    ['nothing is due, and attempts are under way', { underWay: 2 }, 'under_way'],
    ['nothing is due, and too few have finished', { underWay: 2, finished: 1 }, 'under_way'],
    ['a round did nothing', { round: didNothing, idleMs: 0 }, 'held_up'],
  ])
})

describe('catching up', () => {
  expectRows('catching_up', [
    ['told to stop', { isTimeUp: true }, 'time_up'],
    ['no round yet, or none since it waited', { underWay: 1 }, 'work'],
    ['a round that left more', { round: ofMany }, 'work'],
    ['a round, and enough has finished', { round: did, isReady: true, finished: 3 }, 'work'],
    ['a round, and attempts are under way', { round: did, underWay: 3 }, 'under_way'],
    ['a round, and nothing is left', { round: did }, 'nothing'],
    ['a round without anything to do', { round: didNothing }, 'nothing'],
    ['others hold all that is left', { round: postponed(2), finished: 2, isReady: true }, 'held_up'],
    ['others hold a part of it', { round: postponed(2), finished: 3, isReady: true }, 'work'],
    [
      'others hold it, and attempts are under way',
      { round: postponed(2), finished: 2, underWay: 9 },
      'under_way',
    ],
  ])
})

describe('draining', () => {
  expectRows('draining', [
    ['something has finished', { finished: 1, underWay: 5 }, 'work'],
    ['attempts are under way', { underWay: 5 }, 'under_way'],
    ['nothing is left', {}, 'nothing'],
    ['a round that did something', { round: did, finished: 1 }, 'work'],
    ['others hold what has finished', { round: postponed(1), finished: 1 }, 'held_up'],
    ['others hold it for too long', { round: postponed(1), finished: 1, isTimeUp: true }, 'time_up'],
    [
      'others hold it for too long, and attempts are under way',
      { round: postponed(1), finished: 1, isTimeUp: true, underWay: 1 },
      'held_up',
    ],
    ['late, and something has finished', { finished: 1, isTimeUp: true }, 'work'],
  ])
})
