// What groups, roles and the states of their challenges are called.
import type { ChallengeStatus, MemberRole, Outcome } from '@challenge-service/contract'

export const roleNames: Readonly<Record<MemberRole, string>> = { admin: 'an admin', member: 'a member' }

export const roleTitles: Readonly<Record<MemberRole, string>> = { admin: 'Admin', member: 'Member' }

export const countMembers = (count: number): string =>
  count === 1 ? 'one member' : `${count.toLocaleString('en')} members`

export const statusNames: Readonly<Record<ChallengeStatus, string>> = {
  pending: 'Waiting for an answer',
  active: 'Running',
  due: 'Time is up',
  proposed: 'Waiting for agreement',
  disputed: 'Disputed',
  resolved: 'Settled',
  cancelled: 'Cancelled',
  declined: 'Declined',
  expired: 'Ran out',
}

export const outcomeNames: Readonly<Record<Outcome, string>> = {
  creator_won: 'Who dared won',
  opponent_won: 'Who was dared won',
  draw: 'A draw',
  void: 'Nobody won',
}
