// The life of a challenge, enumerated: every situation × move × role against a grid written by hand.
import { describe, expect, it } from 'vitest'
import {
  actions,
  roles,
  type Action,
  type Party,
  type Position,
  type Role,
} from '@challenge-service/contract'
import { DAY_MS, HOUR_MS } from '../../../kernel/instants.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import { moveCells } from '../../../../../../test/support/move-grid.ts'
import { listChoices } from '../play/choice.rules.ts'
import { decide, type Move } from './challenge.rules.ts'
import { allowedActions, findObstacle, type Access } from './action.rules.ts'
import { catchUp } from './clock.rules.ts'
import { newLife, type Life, type Periods } from './life.rules.ts'

const NOW = Date.parse('2026-11-15T12:00:00.000Z')
const periods: Periods = { confirmMs: 72 * HOUR_MS, disputeMs: 7 * DAY_MS, settleMs: 30 * DAY_MS }

const standing = (role: Role): Access => ({ role, maySupport: role === 'observer' })
const by = (life: Life, role: Role, move: Move, now = NOW): Life =>
  decide(life, standing(role), move, now, periods).next
const supports = (side: Party, before: Party): Move => ({
  action: 'support',
  support: { side, comment: null },
  before: { side: before, comment: null },
})
const says = (outcome: Position): Move => ({ action: 'resolve', outcome })

const pending = newLife(NOW + 5 * DAY_MS, periods.settleMs, true)
const active = by(pending, 'opponent', { action: 'accept', supportDecides: true, byOwnHand: true })
const asked = by(active, 'creator', { action: 'cancel', reason: null })
const due = catchUp(active, active.dueAt)
const dueAsked = by(due, 'creator', { action: 'cancel', reason: null })
const proposed = by(active, 'creator', says('creator_won'))
const proposedDraw = by(active, 'opponent', says('draw'))
const disputed = by(proposed, 'opponent', { action: 'dispute', reason: 'no' })

const situations = {
  pending,
  active,
  asked,
  due,
  dueAsked,
  proposed,
  proposedDraw,
  disputed,
  resolved: by(active, 'creator', says('opponent_won')),
  cancelled: by(pending, 'creator', { action: 'cancel', reason: null }),
  declined: by(pending, 'opponent', { action: 'cancel', reason: null }),
  expired: catchUp(pending, pending.dueAt),
} satisfies Record<string, Life>

const moves = {
  accept: { action: 'accept', supportDecides: false, byOwnHand: false },
  cancel: { action: 'cancel', reason: 'tired' },
  creator_won: says('creator_won'),
  opponent_won: says('opponent_won'),
  draw: says('draw'),
  dispute: { action: 'dispute', reason: 'it rained' },
  evidence: { action: 'evidence' },
  support: { action: 'support', support: { side: 'creator', comment: null }, before: null },
} satisfies Record<string, Move>

const outcomeOf = (life: Life, role: Role, move: Move): string => {
  try {
    return decide(life, standing(role), move, NOW, periods).next.status
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return `${error.code}/${error.reason}`
  }
}

describe('the grid of moves', () => {
  it('covers every move by every role in every situation', () => {
    expect(moveCells).toHaveLength(Object.keys(moves).length * roles.length * Object.keys(situations).length)
  })

  it.each(moveCells)('$situation: $move by $role gives $expected', ({ move, role, situation, expected }) => {
    const life = situations[situation as keyof typeof situations]
    expect(outcomeOf(life, role, moves[move as keyof typeof moves])).toBe(expected)
  })
})

describe('allowed_actions', () => {
  const tried: Readonly<Partial<Record<Action, readonly Move[]>>> = {
    accept: [moves.accept],
    cancel: [moves.cancel],
    resolve: [moves.creator_won, moves.opponent_won, moves.draw],
    dispute: [moves.dispute],
    evidence: [moves.evidence],
    support: [moves.support],
  }
  const everyone = Object.entries(situations).flatMap(([name, life]) =>
    roles.map((role) => ({ name, life, role })),
  )

  it.each(everyone)('of $role in $name are exactly the moves that succeed', ({ life, role }) => {
    const possible = Object.entries(tried)
      .filter(([, attempts]) => attempts.some((move) => !outcomeOf(life, role, move).includes('/')))
      .map(([action]) => action)
    const allowed = allowedActions(life, standing(role), NOW).filter((action) => action in tried)
    expect(allowed).toEqual(actions.filter((action) => possible.includes(action)))
  })

  it('go with a refusal, so that a bot can go on', () => {
    const refused = () => decide(proposed, standing('creator'), moves.dispute, NOW, periods)
    expect(refused).toThrow(expect.objectContaining({ details: { allowedActions: ['resolve', 'evidence'] } }))
  })

  it('follow the clock, even before its moves are written', () => {
    expect(allowedActions(pending, standing('opponent'), pending.dueAt - 1)).toEqual(['accept', 'cancel'])
    expect(allowedActions(pending, standing('opponent'), pending.dueAt)).toEqual([])
  })

  it('are found without building an error, whose stack trace costs more than all the rest', () => {
    const found = everyone.flatMap(({ life, role }) =>
      actions.map((action) => findObstacle(life, standing(role), action)),
    )
    expect(found.filter((one) => one !== undefined).length).toBeGreaterThan(100)
    expect(found.filter((one) => one instanceof Error)).toEqual([])
  })

  it('name the tally only where there is something to say of it', () => {
    const none = active.tally.creator
    const withTally = (creator: Partial<typeof none>, opponent: Partial<typeof none>): Life => ({
      ...active,
      tally: { creator: { ...none, ...creator }, opponent: { ...none, ...opponent } },
    })
    const ofCreator = (life: Life) =>
      allowedActions(life, standing('creator'), NOW).filter((action) => action.startsWith('tally'))

    expect(ofCreator(active)).toEqual(['tally'])
    expect(ofCreator(withTally({}, { pending: 1 }))).toEqual(['tally', 'tally_review', 'tally_dispute'])
    expect(ofCreator(withTally({ pending: 1 }, {}))).toEqual(['tally', 'tally_resolve'])
    expect(ofCreator(withTally({}, { disputed: 1 }))).toEqual(['tally', 'tally_resolve'])
    expect(ofCreator(withTally({ entries: 5_000 }, {}))).toEqual([])
  })
})

describe('a cancel with a reason', () => {
  it('keeps why a pending challenge was closed, and of an accepted one what was asked first', () => {
    const reasons = (life: Life) => [life.closedReason, life.cancellation?.reason]
    expect(reasons(by(pending, 'creator', moves.cancel))).toEqual(['tired', undefined])
    expect(reasons(by(pending, 'opponent', moves.cancel))).toEqual(['tired', undefined])
    expect(reasons(by(active, 'opponent', moves.cancel))).toEqual([null, 'tired'])
    expect(reasons(by(asked, 'opponent', moves.cancel))).toEqual([null, null])
  })
})

describe('a resolution', () => {
  it('is a concession when it grants the other the win, even if it equals their position', () => {
    expect(by(proposed, 'opponent', says('creator_won')).resolution).toEqual({
      outcome: 'creator_won',
      settledBy: 'concession',
      settledAt: NOW,
    })
  })

  it('is an agreement when both say the same', () => {
    expect(by(proposedDraw, 'creator', says('draw')).resolution).toMatchObject({ settledBy: 'agreement' })
  })

  it('ends a request to cancel', () => {
    expect(by(asked, 'creator', says('creator_won')).cancellation).toBeNull()
  })

  it('in a dispute replaces the position; repeating it changes nothing and tells nobody', () => {
    const replaced = decide(disputed, standing('creator'), says('draw'), NOW, periods)
    expect(replaced).toMatchObject({ event: 'challenge.proposed', next: { positions: { creator: 'draw' } } })
    const repeated = decide(disputed, standing('creator'), says('creator_won'), NOW, periods)
    expect(repeated).toEqual({ next: disputed, event: undefined })
    expect(by(replaced.next, 'opponent', says('draw')).resolution).toMatchObject({ settledBy: 'agreement' })
  })
})

describe('limits', () => {
  it('a party adds at most 50 pieces of evidence', () => {
    const full: Life = { ...active, evidence: { creator: 50, opponent: 0 } }
    expect(outcomeOf(full, 'creator', moves.evidence)).toBe('conflict/limit_reached')
    expect(outcomeOf(full, 'opponent', moves.evidence)).toBe('active')
  })

  it('an observer who came after the acceptance supports nobody', () => {
    const late: Access = { role: 'observer', maySupport: false }
    expect(() => decide(active, late, moves.support, NOW, periods)).toThrow('when the challenge was accepted')
    expect(allowedActions(active, late, NOW)).toEqual([])
  })

  it('a changed support counts once', () => {
    const once = by(active, 'observer', moves.support)
    const changed = by(once, 'observer', supports('opponent', 'creator'))
    expect(changed.support).toEqual({ creator: 0, opponent: 1 })
  })

  it('a party changes its position in a dispute at most 10 times; stating the first is no change', () => {
    const toAndFro = (role: 'creator' | 'opponent', times: number): Life =>
      Array.from({ length: times }).reduce<Life>(
        (life, _, at) => by(life, role, says(at % 2 === 0 ? 'draw' : `${role}_won`)),
        disputed,
      )
    expect(toAndFro('creator', 10).changes).toEqual({ creator: 10, opponent: 0 })
    expect(toAndFro('opponent', 11).changes).toEqual({ creator: 0, opponent: 10 })
    expect(outcomeOf(toAndFro('creator', 10), 'creator', moves.draw)).toBe('conflict/limit_reached')
    expect(outcomeOf(toAndFro('opponent', 11), 'opponent', moves.opponent_won)).toBe('conflict/limit_reached')
  })

  it('repeating a position is no change', () => {
    const full: Life = { ...disputed, changes: { creator: 10, opponent: 0 } }
    const repeated = decide(full, standing('creator'), moves.creator_won, NOW, periods)
    expect(repeated).toEqual({ next: full, event: undefined })
  })

  it('agreeing and conceding are possible however often a party has changed its position', () => {
    const changes = { creator: 10, opponent: 10 }
    const full: Life = { ...disputed, positions: { creator: 'creator_won', opponent: 'draw' }, changes }
    expect(by(full, 'creator', moves.draw).resolution).toMatchObject({ settledBy: 'agreement' })
    expect(by(full, 'creator', moves.opponent_won).resolution).toMatchObject({ settledBy: 'concession' })
    expect(allowedActions(full, standing('creator'), NOW)).toEqual(['resolve', 'evidence'])
  })

  it('a page offers a draw while it can be said, and always where it settles the dispute', () => {
    const full: Life = { ...disputed, changes: { creator: 10, opponent: 10 } }
    const agreed: Life = { ...full, positions: { creator: 'creator_won', opponent: 'draw' } }
    expect(listChoices(disputed, 'creator')).toEqual(['draw', 'concede'])
    expect(listChoices(full, 'creator')).toEqual(['concede'])
    // They have not stated a position yet, so there is none to change.
    expect(listChoices(full, 'opponent')).toEqual(['draw', 'win', 'concede'])
    expect(listChoices(agreed, 'creator')).toEqual(['draw', 'concede'])
    expect(listChoices(agreed, 'opponent')).toEqual(['concede'])
  })

  it('a person changes their support at most 10 times, and is then shown no such action', () => {
    const last: Access = { role: 'observer', maySupport: true, supportChanges: 9 }
    const usedUp: Access = { ...last, supportChanges: 10 }
    const change = supports('opponent', 'creator')
    expect(decide(active, last, change, NOW, periods).event).toBe('challenge.support_added')
    expect(() => decide(active, usedUp, change, NOW, periods)).toThrow(
      expect.objectContaining({ code: 'conflict', reason: 'limit_reached', details: { allowedActions: [] } }),
    )
    expect(allowedActions(active, last, NOW)).toEqual(['support'])
    expect(allowedActions(active, usedUp, NOW)).toEqual([])
  })

  it('the same side and comment once more changes nothing, even of one who may change no more', () => {
    const usedUp: Access = { role: 'observer', maySupport: true, supportChanges: 10 }
    const once = by(active, 'observer', moves.support)
    const repeated = decide(once, usedUp, supports('creator', 'creator'), NOW, periods)
    expect(repeated).toEqual({ next: once, event: undefined })
  })

  it('another comment on the same side is a change', () => {
    const support = { side: 'creator', comment: 'I was there' } as const
    const move: Move = { action: 'support', support, before: { ...support, comment: null } }
    const decided = decide(by(active, 'observer', moves.support), standing('observer'), move, NOW, periods)
    expect(decided).toMatchObject({
      event: 'challenge.support_added',
      next: { support: { creator: 1, opponent: 0 } },
    })
  })
})
