// Who may have an invitation sent once more, and when: every status and role, and the edge of the day.
import { challengeStatuses, roles } from '@challenge-service/contract/plain'
import { describe, expect, it } from 'vitest'
import { DAY_MS } from '../../../kernel/instants.ts'
import { findInviteObstacle, inviteAgainFrom, isInviting } from './invite-again.rules.ts'

const NOW = Date.parse('2026-11-15T12:00:00Z')

describe('inviting again', () => {
  it.each(challengeStatuses.flatMap((status) => roles.map((role) => [status, role] as const)))(
    'of what is %s, by the %s',
    (status, role) => {
      const mayInvite = status === 'pending' && role === 'creator'
      const expected = status !== 'pending' ? 'status_forbids' : mayInvite ? undefined : 'not_for_you'
      expect(findInviteObstacle({ status, role, againAt: null }, NOW)?.reason).toBe(expected)
      expect(isInviting({ status, role })).toBe(mayInvite)
    },
  )

  it('is possible again at the very instant when a day has passed', () => {
    const invited = { status: 'pending', role: 'creator', againAt: NOW } as const
    expect(inviteAgainFrom(invited)).toBe(NOW + DAY_MS)
    expect(findInviteObstacle(invited, NOW)?.reason).toBe('limit_reached')
    expect(findInviteObstacle(invited, NOW + DAY_MS - 1)?.reason).toBe('limit_reached')
    expect(findInviteObstacle(invited, NOW + DAY_MS)).toBeUndefined()
  })
})
