// Groups, their members, challenges and statistics. Members see each other's first names alone.
import { Type, type Static } from 'typebox'
import { Challenge, challengeStatuses, outcomes } from './challenge.schema.ts'
import { endpoint } from './endpoint.ts'
import { count, counts, email, id, instant, nullable, oneOf, personName, someOf } from './schema.ts'

export const memberRoles = ['admin', 'member'] as const
export type MemberRole = (typeof memberRoles)[number]

const Group = Type.Object({
  id: id('group'),
  name: Type.String(),
  role: oneOf(memberRoles),
  member_count: count(),
  created_at: instant(),
})
export type Group = Static<typeof Group>

const Member = Type.Object({
  id: id('member'),
  first_name: Type.String(),
  role: oneOf(memberRoles),
  joined_at: instant(),
  is_me: Type.Boolean(),
})
export type Member = Static<typeof Member>

/** As a feed holds it: it names the group, since the member's own feed is not the group's. */
export const FeedMember = Type.Object({
  id: id('member'),
  group_id: id('group'),
  first_name: Type.String(),
  role: oneOf(memberRoles),
  joined_at: instant(),
})
export type FeedMember = Static<typeof FeedMember>

const GroupStats = Type.Object({
  members: count(),
  challenges: counts(challengeStatuses),
  outcomes: counts(outcomes),
  undisputed_share: nullable(Type.Number({ minimum: 0, maximum: 1 })),
  median_hours_to_settle: nullable(Type.Number({ minimum: 0 })),
  top_stakes: Type.Array(Type.Object({ stake: Type.String(), count: count() })),
  leaderboard: Type.Array(
    Type.Object({ first_name: Type.String(), won: count(), lost: count(), drawn: count() }),
  ),
})
export type GroupStats = Static<typeof GroupStats>

const params = { id: id('group') }

export const groupEndpoints = {
  listGroups: endpoint({
    method: 'GET',
    path: '/v1/groups',
    scope: 'group:read',
    summary: 'List the groups of the acting person',
    result: Type.Array(Group),
    paged: 'desc',
  }),
  listMembers: endpoint({
    method: 'GET',
    path: '/v1/groups/{id}/members',
    scope: 'group:read',
    summary: 'List the members of a group',
    params,
    result: Type.Array(Member),
    paged: 'desc',
  }),
  addMember: endpoint({
    method: 'POST',
    path: '/v1/groups/{id}/members',
    scope: 'group:manage',
    summary: 'Add a person to a group as one of its admins',
    params,
    body: {
      email: email(),
      first_name: personName(40),
      last_name: Type.Optional(personName(80)),
      role: Type.Optional({ ...oneOf(memberRoles), default: 'member' }),
    },
    result: Member,
    statuses: [201],
  }),
  removeMember: endpoint({
    method: 'DELETE',
    path: '/v1/groups/{id}/members/{member_id}',
    scope: 'group:manage',
    summary: 'Remove a member as an admin, or leave a group',
    params: { ...params, member_id: id('member') },
    result: Type.Object({ id: id('member'), deleted: Type.Literal(true) }),
    extension: true,
  }),
  listGroupChallenges: endpoint({
    method: 'GET',
    path: '/v1/groups/{id}/challenges',
    scope: 'group:read',
    summary: 'List all challenges made under a group',
    params,
    query: { status: Type.Optional(someOf(challengeStatuses)) },
    result: Type.Array(Challenge),
    paged: 'desc',
  }),
  getGroupStats: endpoint({
    method: 'GET',
    path: '/v1/groups/{id}/stats',
    scope: 'group:read',
    summary: 'Read the statistics and the leaderboard of a group',
    params,
    result: GroupStats,
  }),
}
