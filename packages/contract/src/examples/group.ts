// The Lunch Runners, with Ana as their admin.
import type { Group, GroupStats, Member } from '../groups/group.schema.ts'
import { ids } from './story.ts'

export const group: Group = {
  id: ids.group,
  name: 'Lunch Runners',
  role: 'admin',
  member_count: 3,
  created_at: '2026-04-20T10:00:00.000Z',
}

export const dan = {
  id: ids.danInGroup,
  first_name: 'Dan',
  role: 'member',
  joined_at: '2026-11-10T12:00:00.000Z',
} as const

/** Dan as a feed shows him. */
export const danInFeed = { ...dan, group_id: ids.group }

/** Before Dan joins. */
export const groupMembers: Member[] = [
  {
    id: ids.cleoInGroup,
    first_name: 'Cleo',
    role: 'member',
    joined_at: '2026-04-21T08:15:00.000Z',
    is_me: false,
  },
  {
    id: ids.benInGroup,
    first_name: 'Ben',
    role: 'member',
    joined_at: '2026-04-20T10:06:00.000Z',
    is_me: false,
  },
  {
    id: ids.anaInGroup,
    first_name: 'Ana',
    role: 'admin',
    joined_at: '2026-04-20T10:00:00.000Z',
    is_me: true,
  },
]

export const groupStats: GroupStats = {
  members: 3,
  challenges: {
    pending: 0,
    active: 1,
    due: 0,
    proposed: 0,
    disputed: 0,
    resolved: 8,
    cancelled: 1,
    declined: 0,
    expired: 1,
  },
  outcomes: { creator_won: 4, opponent_won: 3, draw: 1, void: 0 },
  undisputed_share: 0.875,
  median_hours_to_settle: 31.5,
  top_stakes: [
    { stake: 'a coffee', count: 6 },
    { stake: 'a slice of cake', count: 5 },
  ],
  leaderboard: [
    { first_name: 'Ana', won: 4, lost: 1, drawn: 1 },
    { first_name: 'Cleo', won: 2, lost: 2, drawn: 1 },
    { first_name: 'Ben', won: 1, lost: 4, drawn: 0 },
  ],
}
