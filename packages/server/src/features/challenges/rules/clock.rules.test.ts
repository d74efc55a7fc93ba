// What the clock does, at the very instant of each deadline and after a long stop.
import { describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS } from '../../../kernel/instants.ts'
import { decide, type Move } from './challenge.rules.ts'
import { catchUp, clockSteps, nextMoveAt } from './clock.rules.ts'
import { newLife, type Life, type ProposalNotice, type Periods } from './life.rules.ts'

const NOW = Date.parse('2026-11-15T12:00:00.000Z')
const DUE = NOW + 5 * DAY_MS
const periods: Periods = { confirmMs: 72 * HOUR_MS, disputeMs: 7 * DAY_MS, settleMs: 30 * DAY_MS }
const by = (life: Life, role: 'creator' | 'opponent', move: Move, now = NOW): Life =>
  decide(life, { role, maySupport: false }, move, now, periods).next
/** The other party came to know of the proposal in some way. */
const noticed = (life: Life, notice: Partial<ProposalNotice>): Life => ({
  ...life,
  proposal: life.proposal && { ...life.proposal, notice: { ...life.proposal.notice, ...notice } },
})

const pending = newLife(DUE, periods.settleMs, true)
const active = by(pending, 'opponent', { action: 'accept', supportDecides: true, byOwnHand: true })
const asked = by(active, 'creator', { action: 'cancel', reason: 'ill' })
const proposed = by(active, 'creator', { action: 'resolve', outcome: 'creator_won' })
const told = noticed(proposed, { toldAt: NOW, toldBy: 'mail' })
const disputed = by(proposed, 'opponent', { action: 'dispute', reason: 'no' })
const confirmBy = NOW + periods.confirmMs
const decideBy = NOW + periods.disputeMs

describe('the clock', () => {
  it.each([
    ['pending', pending, DUE, 'expired', 'challenge.expired'],
    ['active', active, DUE, 'due', 'challenge.due'],
    ['due', catchUp(active, DUE), DUE + periods.settleMs, 'expired', 'challenge.expired'],
    ['proposed and told', told, confirmBy, 'resolved', 'challenge.resolved'],
    ['proposed and not told', proposed, confirmBy, 'active', 'challenge.proposal_lapsed'],
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
    ['expired', catchUp(pending, DUE)],
  ])('leaves %s alone for ever', (_, life) => {
    expect(nextMoveAt(life)).toBeUndefined()
    expect(catchUp(life, Number.MAX_SAFE_INTEGER)).toBe(life)
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
    expect(catchUp(told, confirmBy + DAY_MS)).toMatchObject({
      closedAt: confirmBy,
      resolution: { outcome: 'creator_won', settledBy: 'silence', settledAt: confirmBy },
    })
  })

  const latest = confirmBy - DAY_MS
  it.each([
    ['nobody was told', {}, 'active'],
    ['they were told by mail in time', { toldAt: latest, toldBy: 'mail' }, 'resolved'],
    ['they were told by mail a moment too late', { toldAt: latest + 1, toldBy: 'mail' }, 'active'],
    ['they wanted no mails in time', { toldAt: latest, toldBy: 'stop' }, 'resolved'],
    ['they wanted no mails a moment too late', { toldAt: latest + 1, toldBy: 'stop' }, 'active'],
    ['they used the service in time', { usedAt: latest }, 'resolved'],
    ['they used the service a moment too late', { usedAt: latest + 1 }, 'active'],
    ['they were told too late, and used it in time', { toldAt: confirmBy - 1, usedAt: latest }, 'resolved'],
    ['both came too late', { toldAt: confirmBy - 1, usedAt: confirmBy - 1 }, 'active'],
  ] as const)('counts the silence of who was told a day before: %s', (_, notice, status) => {
    const life = noticed(proposed, notice)
    expect(catchUp(life, confirmBy - 1)).toBe(life)
    expect(catchUp(life, confirmBy).status).toBe(status)
  })

  it.each([
    [0, 'resolved'],
    [1, 'active'],
  ])('asks for a third of a shorter time to answer: %i ms after that it is %s', (late, status) => {
    const short: Periods = { ...periods, confirmMs: 12 * HOUR_MS }
    const move = { action: 'resolve', outcome: 'draw' } as const
    const life = decide(active, { role: 'opponent', maySupport: false }, move, NOW, short).next
    const at = noticed(life, { toldAt: NOW + 8 * HOUR_MS + late, toldBy: 'mail' })
    expect(catchUp(at, NOW + 12 * HOUR_MS).status).toBe(status)
  })

  it('lets a proposal that nobody was told of lapse, as if it had never been made', () => {
    expect(catchUp(proposed, confirmBy)).toEqual(active)
    const answered: Life = { ...proposed, positions: { ...proposed.positions, opponent: 'draw' } }
    expect(catchUp(answered, confirmBy).positions).toEqual({ creator: null, opponent: 'draw' })
  })

  it.each([
    ['before its due time', DUE - periods.confirmMs - 1, 'active', ['challenge.proposal_lapsed']],
    ['at its due time', DUE - periods.confirmMs, 'due', ['challenge.proposal_lapsed']],
    [
      'when the time to settle is over',
      DUE + periods.settleMs - periods.confirmMs,
      'expired',
      ['challenge.proposal_lapsed', 'challenge.expired'],
    ],
    [
      'after the time to settle',
      DUE + periods.settleMs - 1,
      'expired',
      ['challenge.proposal_lapsed', 'challenge.expired'],
    ],
  ] as const)('that lapses %s leads on at that same instant', (_, proposedAt, status, events) => {
    const move = { action: 'resolve', outcome: 'creator_won' } as const
    const life = by(catchUp(active, proposedAt), 'creator', move, proposedAt)
    const at = proposedAt + periods.confirmMs
    const steps = clockSteps(life, at)
    expect(steps.map(({ event }) => event)).toEqual(events)
    expect(steps.every((step) => step.at === at)).toBe(true)
    expect(steps.at(-1)?.next).toMatchObject({
      status,
      proposal: null,
      positions: { creator: null, opponent: null },
      closedAt: status === 'expired' ? at : null,
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
      expect(catchUp(life, decideBy).resolution).toEqual({
        outcome,
        settledBy: 'support',
        settledAt: decideBy,
      })
    },
  )

  it('lets a request to cancel lapse after 72 hours, without changing the status', () => {
    const lapsesAt = NOW + 72 * HOUR_MS
    expect(nextMoveAt(asked)).toBe(lapsesAt)
    expect(catchUp(asked, lapsesAt - 1).cancellation).not.toBeNull()
    expect(catchUp(asked, lapsesAt)).toEqual({ ...active, cancellation: null })
  })
})
