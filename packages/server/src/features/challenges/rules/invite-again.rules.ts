// Whether the invitation to a challenge can be sent once more: by its creator, while it waits for an answer, once a day.
import type { ChallengeStatus, Role } from '@challenge-service/contract'
import { DAY_MS } from '../../../kernel/instants.ts'
import { obstacle, type Obstacle } from '../../../kernel/refusal.ts'

export interface Invited {
  readonly status: ChallengeStatus
  readonly role: Role
  /** When it was last sent once more; null where never. */
  readonly againAt: number | null
}

/** From when on it can be sent again. The first, which made the challenge, does not count. */
export const inviteAgainFrom = ({ againAt }: Pick<Invited, 'againAt'>): number =>
  againAt === null ? 0 : againAt + DAY_MS

/** Only of them is it asked at all. */
export const isInviting = ({ status, role }: Pick<Invited, 'status' | 'role'>): boolean =>
  status === 'pending' && role === 'creator'

/** Why not: the status first, then the person, then how often. */
export const findInviteObstacle = (invited: Invited, now: number): Obstacle | undefined => {
  const { status, role } = invited
  if (status !== 'pending') {
    return obstacle(
      'invalid_state',
      'status_forbids',
      `Nobody can be invited while the challenge is ${status}.`,
    )
  }
  if (role !== 'creator') {
    return obstacle('forbidden', 'not_for_you', 'Only the creator can send the invitation again.')
  }
  return now < inviteAgainFrom(invited)
    ? obstacle('conflict', 'limit_reached', 'An invitation is sent again at most once in 24 hours.')
    : undefined
}
