// Every answer, as Ben reads it on its button, on the one that asks once more, and in the question of an assistant.
import { describe, expect, it } from 'vitest'
import { seenChallenge } from '../../../../test/support/seen-challenge.ts'
import { choices, type Choice } from '../kernel/choices.ts'
import { labelOf, leadOf, sureLabelOf } from './choice.ts'
import { doneSentences } from './done.ts'
import type { SeenChallenge } from './names.ts'

const at = '2026-11-20T12:00:00.000Z'
const toBen = seenChallenge({ role: 'opponent' })
const says = (outcome: 'creator_won' | 'draw'): SeenChallenge => ({
  ...toBen,
  status: 'proposed',
  proposal: { by: 'creator', outcome, proposed_at: at, confirm_by: at },
})
const pending: SeenChallenge = { ...toBen, status: 'pending' }
const asked: SeenChallenge = {
  ...toBen,
  cancellation: { requested_by: 'creator', reason: null, requested_at: at, lapses_at: at },
}
const disputed: SeenChallenge = { ...says('creator_won'), status: 'disputed' }
const offered: SeenChallenge = { ...disputed, positions: { creator: 'draw', opponent: null } }

type Row = readonly [Choice, label: string, sure: string | null, lead: string, SeenChallenge]

const SURE = 'Yes, Ana won'
const CONCEDED = 'You concede that you lost: Ana (the creator) won.'
const DRAWN = 'You say that it was a draw.'
const DISPUTED = 'You disagree with Ana (the creator), who says “I won”.'
const ACCEPTED = 'You accept Ana’s challenge'
const ownPending: SeenChallenge = { ...pending, role: 'creator' }

const rows: readonly Row[] = [
  ['accept', 'Accept', null, `${ACCEPTED}, and Ana will see your first name.`, pending],
  ['accept', 'Accept', null, `${ACCEPTED}.`, { ...pending, group_id: 'grp_1' }],
  ['decline', 'Decline', 'Decline challenge', 'You decline Ana’s challenge.', pending],
  ['agree', 'Agree: draw', null, DRAWN, says('draw')],
  ['concede', 'I lost', SURE, CONCEDED, toBen],
  ['concede', 'Concede: Ana won', SURE, CONCEDED, says('draw')],
  ['draw', 'Draw', null, DRAWN, toBen],
  ['draw', 'Offer a draw', null, DRAWN, disputed],
  ['draw', 'Agree: draw', null, DRAWN, offered],
  ['win', 'I won', null, 'You say that you won.', toBen],
  ['dispute', 'Dispute', 'Dispute result', DISPUTED, says('creator_won')],
  ['cancel', 'Take back', 'Take back challenge', 'You take your challenge back.', ownPending],
  ['cancel', 'Ask to cancel', 'Ask Ana', 'You ask Ana to cancel the challenge.', toBen],
  ['cancel', 'Agree to cancel', null, 'You cancel the challenge, as Ana asked.', asked],
]

describe('an answer', () => {
  it.each(rows)('%s is on its button: %s', (choice, label, sure, lead, challenge) => {
    expect(labelOf(choice, challenge)).toBe(label)
    expect(sureLabelOf(choice, challenge)).toBe(sure)
    expect(leadOf(choice, challenge, { after: { resolution: null }, agrees: false })).toBe(lead)
  })

  it('that agrees to have lost asks once more', () => {
    expect(labelOf('agree', says('creator_won'))).toBe('Agree: Ana won')
    expect(sureLabelOf('agree', says('creator_won'))).toBe(SURE)
  })

  it('is agreement where an assistant was told so, or where it settles the challenge', () => {
    const resolution = { outcome: 'draw', settled_by: 'agreement', settled_at: at } as const
    expect(leadOf('concede', toBen, { after: { resolution: null }, agrees: true })).toBe(
      'You agree that you lost: Ana (the creator) won.',
    )
    expect(leadOf('draw', offered, { after: { resolution }, agrees: false })).toBe(
      'You agree that it was a draw.',
    )
  })
})

describe('once it was given', () => {
  it.each([
    ['win', 'proposed', 'Sent. Ana is asked to agree.'],
    ['draw', 'disputed', 'Sent. Ana can agree to it.'],
    ['draw', 'resolved', 'Settled.'],
    ['win', 'cancelled', 'Saved.'],
    ['cancel', 'cancelled', 'The challenge is cancelled.'],
    ['cancel', 'active', 'Sent. Ana is asked to cancel too.'],
  ] as const)('%s of one that is %s then says: %s', (choice, status, words) => {
    expect(doneSentences({ ...toBen, status })[choice]).toBe(words)
  })

  it('every answer has a sentence', () => {
    const done = doneSentences(toBen)
    for (const choice of choices) expect(done[choice]).toMatch(/^[A-Z].*\.$/)
  })
})
