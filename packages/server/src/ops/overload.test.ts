import { pino } from 'pino'
import { describe, expect, it } from 'vitest'
import { Overload, type Pressure } from './overload.ts'

const limits = { turnMs: 100, turnCalls: 3, calls: 5, waitingWrites: 7, waitingReads: 9 }

const make = () => {
  const state = {
    waitingWrites: 0,
    waitingReads: 0,
    heldCalls: 0,
    lines: [] as string[],
    shed: [] as Pressure[],
  }
  const overload = new Overload(
    {
      waitingWrites: () => state.waitingWrites,
      waitingReads: () => state.waitingReads,
      heldCalls: () => state.heldCalls,
      log: pino({ level: 'info' }, { write: (line: string) => void state.lines.push(line) }),
      onShed: (pressure) => void state.shed.push(pressure),
    },
    limits,
  )
  return { overload, state }
}

describe('too much of one turn', () => {
  it('takes both: many calls, and a long time since the first', () => {
    const { overload } = make()
    expect([0, 40, 80, 90].map((now) => overload.measure(now, false))).toEqual(Array(4).fill(undefined))
    expect(overload.measure(101, false)).toBe('turn')
    const { overload: slow } = make()
    expect([0, 500, 1000].map((now) => slow.measure(now, false))).toEqual(Array(3).fill(undefined))
    expect(slow.measure(1001, false)).toBe('turn')
  })

  it('is over with the turn', async () => {
    const { overload } = make()
    for (const now of [0, 1, 2, 3]) overload.measure(now, false)
    expect(overload.measure(200, false)).toBe('turn')
    await new Promise((resolve) => setImmediate(resolve))
    expect(overload.measure(201, false)).toBeUndefined()
  })
})

describe('too many calls in progress', () => {
  it('counts those that are begun and not ended, without those that are held', () => {
    const { overload, state } = make()
    for (let n = 0; n < limits.calls; n += 1) {
      expect(overload.measure(0, false)).toBeUndefined()
      overload.begin()
    }
    expect([overload.inProgress, overload.measure(0, false)]).toEqual([5, 'calls'])
    state.heldCalls = 1
    expect([overload.inProgress, overload.measure(0, false)]).toEqual([4, undefined])
    state.heldCalls = 0
    overload.end()
    expect(overload.measure(0, false)).toBeUndefined()
  })
})

describe('too many writes that wait', () => {
  it('concerns those alone that may write', () => {
    const { overload, state } = make()
    state.waitingWrites = limits.waitingWrites
    expect([overload.measure(0, false), overload.measure(0, true)]).toEqual([undefined, 'storage'])
    expect([overload.measureWork(false), overload.measureWork(true)]).toEqual([undefined, 'storage'])
    state.waitingWrites -= 1
    expect(overload.measure(0, true)).toBeUndefined()
  })
})

it('too many reads that wait concern every call', () => {
  const { overload, state } = make()
  state.waitingReads = limits.waitingReads
  expect([overload.measure(0, false), overload.measure(0, true)]).toEqual(['storage', 'storage'])
  state.waitingReads -= 1
  expect([overload.measure(0, false), overload.measure(0, true)]).toEqual([undefined, undefined])
})

it('of all that are shed, the first is logged, and each is counted', () => {
  const { overload, state } = make()
  for (let n = 0; n < 3; n += 1) overload.noteShed('calls', performance.now())
  expect(state.shed).toEqual(['calls', 'calls', 'calls'])
  expect(state.lines.map((line) => (JSON.parse(line) as { msg: string }).msg)).toEqual([
    'there is too much to do: calls are refused as overloaded',
  ])
})
