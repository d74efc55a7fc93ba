// Guards the clock that runs with monotonic time: whole milliseconds, and no small correction takes it back.
import { expect, it } from 'vitest'
import { HELD_MS, makeSteadyClock } from './clock.ts'

const START = Date.parse('2026-11-15T12:00:00.000Z')

const makeHeld = () => {
  const held = { monotonic: 1_000.75 }
  const clock = makeSteadyClock(() => held.monotonic, START - 1_000)
  return { held, clock }
}

it('runs with monotonic time, in whole milliseconds', () => {
  const { held, clock } = makeHeld()
  expect(clock.now()).toBe(START)
  held.monotonic += 0.5
  expect(clock.now()).toBe(START + 1)
  held.monotonic += 86_400_000
  expect(clock.now()).toBe(START + 86_400_001)
})

it('goes forward at once when it is set forward, by however much', () => {
  const { clock } = makeHeld()
  clock.now()
  clock.set(START - 1_000 + 7_200_000)
  expect(clock.now()).toBe(START + 7_200_000)
})

it.each([1, 40, HELD_MS])('stands still instead of going back by %d ms, then goes on', (back) => {
  const { held, clock } = makeHeld()
  const before = clock.now()
  clock.set(START - 1_000 - back)
  expect(clock.now()).toBe(before)
  held.monotonic += back
  expect(clock.now()).toBe(before)
  held.monotonic += 10
  expect(clock.now()).toBe(before + 10)
})

it('steps back where it was wrong by more than that', () => {
  const { clock } = makeHeld()
  clock.now()
  clock.set(START - 1_000 - HELD_MS - 1_000)
  expect(clock.now()).toBe(START - HELD_MS - 1_000)
})

it('goes back by no sum of small corrections', () => {
  const { clock } = makeHeld()
  const before = clock.now()
  for (let back = 1_000; back < HELD_MS; back += 1_000) {
    clock.set(START - 1_000 - back)
    expect(clock.now()).toBe(before)
  }
})
