// Which challenges can be played again, by whom, against a table written by hand.
import { describe, expect, it } from 'vitest'
import { challengeStatuses, roles, type ChallengeStatus } from '@challenge-service/contract'
import { DAY_MS } from '../../../kernel/instants.ts'
import { newLife, type Life } from './life.rules.ts'
import { findRematchParty, readOpponent } from './opponent.rules.ts'

const NOW = Date.parse('2026-11-15T12:00:00.000Z')
const fresh = newLife(NOW + 5 * DAY_MS, 30 * DAY_MS, true)

const ended: readonly ChallengeStatus[] = ['resolved', 'cancelled', 'declined', 'expired']

describe('a challenge can be played again', () => {
  it.each(challengeStatuses)('in %s: once it was accepted and has ended, by its parties', (status) => {
    for (const role of roles) {
      const accepted: Life = { ...fresh, status, acceptedAt: NOW }
      const unanswered: Life = { ...fresh, status }
      const expected = ended.includes(status) && role !== 'observer' ? role : undefined
      expect(findRematchParty(accepted, role, NOW)).toBe(expected)
      expect(findRematchParty(unanswered, role, NOW)).toBeUndefined()
    }
  })

  it('from the instant on at which the clock ends it, whether or not that was written', () => {
    const due: Life = { ...fresh, status: 'active', acceptedAt: NOW }
    expect(findRematchParty(due, 'creator', due.settleBy - 1)).toBeUndefined()
    expect(findRematchParty(due, 'creator', due.settleBy)).toBe('creator')
  })
})

describe('the opponent', () => {
  it('is named in one of three ways', () => {
    expect(readOpponent({ opponent_email: 'a@b.example' })).toEqual({ by: 'address', address: 'a@b.example' })
    expect(readOpponent({ opponent_member_id: 'mem_1' })).toEqual({ by: 'member', memberId: 'mem_1' })
    expect(readOpponent({ rematch_of: 'ch_1' })).toEqual({ by: 'rematch', challengeId: 'ch_1' })
  })
})
