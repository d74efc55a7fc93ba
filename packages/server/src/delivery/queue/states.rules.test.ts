// What becomes of a delivery, of a generation and of a queue, against grids written by hand.
import { expect, it } from 'vitest'
import { delays, endings, generationRules, obstacles, queueRules, statuses } from './states.rules.ts'

/** The rows without their words. */
const without = (rows: Readonly<Record<string, object>>) =>
  Object.fromEntries(
    Object.entries(rows).map(([name, row]) => [
      name,
      Object.fromEntries(Object.entries(row).filter(([member]) => member !== 'when')),
    ]),
  )

it('a claimed delivery is handed back unsent for one of four reasons', () => {
  expect(without(obstacles)).toEqual({
    lease_short: { from: 'claimed', to: 'finished' },
    generation_over: { from: 'claimed', to: 'finished' },
    receiver_replaced: { from: 'claimed', to: 'finished' },
    stopping: { from: 'claimed', to: 'finished' },
  })
})

it('a finished delivery waits again or has come to its end, and two endings switch off', () => {
  expect(without(endings)).toEqual({
    unsent: { from: 'finished', to: 'waiting', due: 'at_once' },
    delivered: { from: 'finished', to: 'delivered' },
    retry: { from: 'finished', to: 'waiting', due: 'by_schedule' },
    failures: { from: 'finished', to: 'failed', off: 'failures' },
    gone: { from: 'finished', to: 'dropped', off: 'gone' },
    failed_once: { from: 'finished', to: 'failed' },
  })
})

it('a finished delivery that cannot be settled now stays finished', () => {
  expect(without(delays)).toEqual({
    queue_busy: { from: 'finished', to: 'finished' },
    round_failed: { from: 'finished', to: 'finished' },
  })
})

it('its owner reads that a delivery is pending until its end', () => {
  expect(statuses).toEqual({
    waiting: 'pending',
    claimed: 'pending',
    finished: 'pending',
    delivered: 'delivered',
    failed: 'failed',
    dropped: 'dropped',
  })
})

it('a generation is over by any sign of it, and current again only if another node decides', () => {
  expect(without(generationRules)).toEqual({
    answered_gone: { from: 'current', to: 'over' },
    switching_off: { from: 'current', to: 'over' },
    found_over: { from: 'current', to: 'over' },
    settled_elsewhere: { from: 'over', to: 'current' },
  })
})

it('a queue is looked at next by what came of the last look', () => {
  expect(without(queueRules)).toEqual({
    took_some: { from: ['due'], to: 'idle', look: 'if_more' },
    took_all: { from: ['due'], to: 'full', look: 'if_settled' },
    without_capacity: { from: ['due'], to: 'parked', look: 'after_lease' },
    without_secrets: { from: ['due'], to: 'unreadable', look: 'after_lease' },
    settled: { from: ['idle', 'full'], to: 'due', look: 'if_more' },
    capacity_again: { from: ['parked'], to: 'due', look: 'since_parked' },
  })
})

it('nothing is left in a state that it must leave', () => {
  const moves = [obstacles, endings, delays].flatMap((rows) => Object.values(rows))
  for (const state of ['claimed', 'finished'])
    expect(moves.some(({ from, to }) => from === state && to !== state)).toBe(true)
  const left = Object.values(queueRules).flatMap(({ from }) => from)
  expect(new Set(left)).toEqual(new Set(['due', 'idle', 'full', 'parked']))
})
