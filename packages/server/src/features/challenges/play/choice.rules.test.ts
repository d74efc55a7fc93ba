// What the page of a link offers in every situation, against a grid written by hand; each of it is a move that the
// rules allow, and nobody is asked for what they have answered.
import { describe, expect, it } from 'vitest'
import { parties, type Party } from '@challenge-service/contract'
import { DAY_MS, HOUR_MS } from '../../../kernel/instants.ts'
import { listChoices, isTheirTurn, isGiven, meaningOf, toMove } from './choice.rules.ts'
import type { Choice } from '../../../kernel/choices.ts'
import { decide, type Move } from '../rules/challenge.rules.ts'
import { catchUp } from '../rules/clock.rules.ts'
import { newLife, type Life, type Periods } from '../rules/life.rules.ts'
import { otherParty } from '../rules/party.rules.ts'

const NOW = Date.parse('2026-11-15T12:00:00.000Z')
const periods: Periods = { confirmMs: 72 * HOUR_MS, disputeMs: 7 * DAY_MS, settleMs: 30 * DAY_MS }
const accept = { action: 'accept', supportDecides: false, byOwnHand: true } as const
const by = (life: Life, role: Party, move: Move): Life =>
  decide(life, { role, maySupport: false }, move, NOW, periods).next

const pending = newLife(NOW + 5 * DAY_MS, periods.settleMs, true)
const active = by(pending, 'opponent', accept)
const asked = by(active, 'creator', { action: 'cancel', reason: null })
const due = catchUp(active, active.dueAt)
const proposed = by(active, 'creator', { action: 'resolve', outcome: 'creator_won' })
const proposedDraw = by(active, 'opponent', { action: 'resolve', outcome: 'draw' })
const disputed = by(proposed, 'opponent', { action: 'dispute', reason: 'no' })
const offered = by(disputed, 'creator', { action: 'resolve', outcome: 'draw' })

const situations = {
  pending,
  active,
  asked,
  due,
  proposed,
  proposedDraw,
  disputed,
  offered,
  resolved: by(active, 'creator', { action: 'resolve', outcome: 'opponent_won' }),
  cancelled: by(pending, 'creator', { action: 'cancel', reason: null }),
  declined: by(pending, 'opponent', { action: 'cancel', reason: null }),
  expired: catchUp(pending, pending.dueAt),
} satisfies Record<string, Life>

// What is offered, in its order; a ! where an answer is waited for.
const grid: Readonly<Record<keyof typeof situations, Readonly<Record<Party, string>>>> = {
  pending: { creator: 'cancel', opponent: '! accept decline' },
  active: { creator: 'win draw concede cancel', opponent: 'win draw concede cancel' },
  asked: { creator: 'win draw concede', opponent: '! cancel win draw concede' },
  due: { creator: '! win draw concede cancel', opponent: '! win draw concede cancel' },
  proposed: { creator: 'concede', opponent: '! agree dispute' },
  proposedDraw: { creator: '! agree concede dispute', opponent: 'concede' },
  disputed: { creator: '! draw concede', opponent: '! draw win concede' },
  offered: { creator: '! win concede', opponent: '! draw win concede' },
  resolved: { creator: '', opponent: '' },
  cancelled: { creator: '', opponent: '' },
  declined: { creator: '', opponent: '' },
  expired: { creator: '', opponent: '' },
}

const cells = Object.entries(grid).flatMap(([name, offers]) =>
  parties.map((party) => ({ name: name as keyof typeof situations, party, offers: offers[party] })),
)

const moved = (choice: Choice, life: Life, party: Party): Life =>
  by(life, party, choice === 'accept' ? accept : toMove(choice, life, party, 'no'))

describe('the page of a link', () => {
  it.each(cells)('offers the $party in $name: $offers', ({ name, party, offers }) => {
    const life = situations[name]
    const words = [...(isTheirTurn(life, party) ? ['!'] : []), ...listChoices(life, party)]
    expect(words.join(' ')).toBe(offers)
  })

  it.each(cells)('offers the $party in $name only what the rules allow, and only once', ({ name, party }) => {
    const life = situations[name]
    for (const choice of listChoices(life, party)) {
      const meaning = meaningOf(choice, life)
      expect(isGiven(choice, life, party, meaning)).toBe(false)
      const next = moved(choice, life, party)
      expect(next).not.toEqual(life)
      expect(isGiven(choice, next, party, meaning)).toBe(true)
    }
  })

  it('agrees to what the other proposed, for either party and every outcome', () => {
    for (const life of [proposed, proposedDraw]) {
      const party = otherParty(life.proposal?.by ?? 'creator')
      expect(moved('agree', life, party)).toMatchObject({
        status: 'resolved',
        resolution: { outcome: life.proposal?.outcome },
      })
    }
  })
})
