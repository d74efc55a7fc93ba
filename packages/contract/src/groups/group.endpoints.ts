// Groups, their members, challenges and statistics.
import { challengeStatuses } from '../challenges/challenge-words.ts'
import { Challenge } from '../challenges/challenge.schema.ts'
import { endpoint } from '../endpoint.ts'
import { dan, group, groupMembers, groupStats } from '../examples/group.ts'
import { stairs } from '../examples/stairs.ts'
import { ids } from '../examples/story.ts'
import { namedObject } from '../object.ts'
import { always, email, id, list, oneOf, optional, personName, someOf } from '../schema.ts'
import { Group, GroupStats, Member, memberRoles } from './group.schema.ts'

const params = { id: id('group', 'The group.') }

const DeletedMember = namedObject('DeletedMember', 'What is left of a removed member.', {
  id: id('member', 'The membership that is gone.'),
  deleted: always('Always true.'),
})

export const groupEndpoints = {
  listGroups: endpoint({
    method: 'GET',
    path: '/v1/groups',
    scope: 'group:read',
    summary: 'List the groups of the acting person',
    notes: ['With a group token: that group alone.'],
    result: list(Group),
    paged: 'desc',
    example: { input: {}, result: [group] },
  }),
  listMembers: endpoint({
    method: 'GET',
    path: '/v1/groups/{id}/members',
    scope: 'group:read',
    summary: 'List the members of a group',
    notes: ['First names alone, newest first. `is_me` marks the acting person.'],
    params,
    result: list(Member),
    paged: 'desc',
    example: { input: { id: ids.group }, result: groupMembers },
  }),
  addMember: endpoint({
    method: 'POST',
    path: '/v1/groups/{id}/members',
    scope: 'group:manage',
    summary: 'Add a person to a group as one of its admins',
    notes: [
      'For admins of the group. The person is told by mail, with a way to leave. Someone who has left is added again by the operator alone; this call then answers as for a member.',
    ],
    params,
    body: {
      email: email('The address of the person. It is never returned.'),
      first_name: personName(40, 'What other members see.'),
      last_name: optional(personName(80, 'Shown to nobody but the person.')),
      role: optional(oneOf(memberRoles, 'An admin manages members and webhooks.'), { default: 'member' }),
    },
    result: Member,
    statuses: [201],
    refusals: ['admin_only', 'already_member'],
    example: {
      input: { id: ids.group, email: 'dan@demo.example', first_name: 'Dan', role: 'member' },
      result: { ...dan, is_me: false },
    },
  }),
  removeMember: endpoint({
    method: 'DELETE',
    path: '/v1/groups/{id}/members/{member_id}',
    scope: 'group:manage',
    summary: 'Remove a member as an admin, or leave a group',
    notes: ['For admins of the group, and for oneself. The last admin can neither leave nor be removed.'],
    params: { ...params, member_id: id('member', 'The member.') },
    result: DeletedMember,
    extension: true,
    refusals: ['admin_only', 'last_admin'],
    example: {
      input: { id: ids.group, member_id: ids.danInGroup },
      result: { id: ids.danInGroup, deleted: true },
    },
  }),
  changeMember: endpoint({
    method: 'PATCH',
    path: '/v1/groups/{id}/members/{member_id}',
    scope: 'group:manage',
    summary: 'Make a member an admin, or an admin a member',
    notes: [
      'For admins of the group, who may step down themselves. The last admin stays one. Giving the role that the member has already changes nothing, and makes no event.',
      'The role of a member changes at most 10 times in a day. What is over is a `conflict` with `Retry-After`.',
    ],
    params: { ...params, member_id: id('member', 'The member.') },
    body: { role: oneOf(memberRoles, 'An admin manages members and webhooks.') },
    result: Member,
    extension: true,
    refusals: ['admin_only', 'last_admin', 'limit_reached'],
    example: {
      input: { id: ids.group, member_id: ids.danInGroup, role: 'admin' },
      result: { ...dan, role: 'admin', is_me: false },
    },
  }),
  listGroupChallenges: endpoint({
    method: 'GET',
    path: '/v1/groups/{id}/challenges',
    scope: 'group:read',
    summary: 'List all challenges made under a group',
    notes: ['Every challenge made under the group, also those between other members.'],
    params,
    query: { status: optional(someOf(challengeStatuses, 'Only those in one of these statuses.')) },
    result: list(Challenge),
    paged: 'desc',
    example: { input: { id: ids.group, status: ['active'] }, result: [stairs.observed] },
  }),
  getGroupStats: endpoint({
    method: 'GET',
    path: '/v1/groups/{id}/stats',
    scope: 'group:read',
    summary: 'Read the statistics and the leaderboard of a group',
    notes: ['Shares and medians are null where there is nothing to count.'],
    params,
    result: GroupStats,
    example: { input: { id: ids.group }, result: groupStats },
  }),
}

/** In the order in which documents show them. */
export const groupObjects = [Group, Member, GroupStats, DeletedMember]
