// What the clock does, at the very instant of each deadline and after a long stop.
import { describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS } from '../../kernel/instants.ts'
import { decide, type Move } from './challenge.rules.ts'
import { caughtUp, clockSteps, nextMoveAt } from './clock.rules.ts'
import { newLife, type Life, type Periods } from './life.rules.ts'

const NOW = Date.parse('2026-11-15T12:00:00.000Z')
const DUE = NOW + 5 * DAY_MS
const periods: Periods = { confirmMs: 72 * HOUR_MS, disputeMs: 7 * DAY_MS, settleMs: 30 * DAY_MS }
const by = (life: Life, role: 'creator' | 'opponent', move: Move): Life =>
  decide(life, { role, maySupport: false }, move, NOW, periods).next

const pending = newLife(DUE, periods.settleMs)
const active = by(pending, 'opponent', { action: 'accept', supportDecides: true })
const asked = by(active, 'creator', { action: 'cancel', reason: 'ill' })
const proposed = by(active, 'creator', { action: 'resolve', outcome: 'creator_won' })
const disputed = by(proposed, 'opponent', { action: 'dispute', reason: 'no' })
const confirmBy = NOW + periods.confirmMs
const decideBy = NOW + periods.disputeMs

describe('the clock', () => {
  it.each([
    ['pending', pending, DUE, 'expired', 'challenge.expired'],
    ['active', active, DUE, 'due', 'challenge.due'],
    ['due', caughtUp(active, DUE), DUE + periods.settleMs, 'expired', 'challenge.expired'],
    ['proposed', proposed, confirmBy, 'resolved', 'challenge.resolved'],
    ['disputed', disputed, decideBy, 'resolved', 'challenge.resolved'],
  ] as const)('moves %s at its deadline and not before', (_, life, deadline, status, event) => {
    expect(nextMoveAt(life)).toBe(deadline)
    expect(clockSteps(life, deadline - 1)).toEqual([])
    expect(clockSteps(life, deadline)).toMatchObject([{ next: { status }, event, at: deadline }])
  })

  it.each([
    ['resolved', by(active, 'creator', { action: 'resolve', outcome: 'opponent_won' })],
    ['cancelled', by(pending, 'creator', { action: 'cancel', reason: null })],
    ['cancelled by both', by(asked, 'opponent', { action: 'cancel', reason: null })],
    ['declined', by(pending, 'opponent', { action: 'cancel', reason: null })],
    ['expired', caughtUp(pending, DUE)],
  ])('leaves %s alone for ever', (_, life) => {
    expect(nextMoveAt(life)).toBeUndefined()
    expect(caughtUp(life, Number.MAX_SAFE_INTEGER)).toBe(life)
  })

  it('catches up after a long stop, step by step, each dated by its deadline', () => {
    const steps = clockSteps(active, DUE + 365 * DAY_MS)
    expect(steps.map(({ event, at }) => [event, at])).toEqual([
      ['challenge.due', DUE],
      ['challenge.expired', DUE + periods.settleMs],
    ])
    expect(steps.at(-1)?.next.closedAt).toBe(DUE + periods.settleMs)
  })

  it('settles a proposal by silence, with the outcome that was proposed', () => {
    expect(caughtUp(proposed, confirmBy + DAY_MS)).toMatchObject({
      closedAt: confirmBy,
      resolution: { outcome: 'creator_won', settledBy: 'silence', settledAt: confirmBy },
    })
  })

  it.each([
    [3, 2, true, 'creator_won'],
    [2, 3, true, 'opponent_won'],
    [2, 2, true, 'void'],
    [0, 0, true, 'void'],
    [3, 0, false, 'void'],
  ] as const)(
    'settles a dispute with support %i to %i (decides: %s) as %s',
    (creator, opponent, supportDecides, outcome) => {
      const life: Life = { ...disputed, support: { creator, opponent }, supportDecides }
      expect(caughtUp(life, decideBy).resolution).toEqual({
        outcome,
        settledBy: 'support',
        settledAt: decideBy,
      })
    },
  )

  it('lets a request to cancel lapse after 72 hours, without changing the status', () => {
    const lapsesAt = NOW + 72 * HOUR_MS
    expect(nextMoveAt(asked)).toBe(lapsesAt)
    expect(caughtUp(asked, lapsesAt - 1).cancellation).not.toBeNull()
    expect(caughtUp(asked, lapsesAt)).toEqual({ ...active, cancellation: null })
  })
})
