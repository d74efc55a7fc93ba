// Groups, their members and statistics. Members see each other's first names alone.
import type { Static } from 'typebox'
import { challengeStatuses, outcomes } from '../challenges/challenge-words.ts'
import { counts, namedObject, object } from '../object.ts'
import { boolean, count, id, instant, list, measure, nullable, oneOf, share, string } from '../schema.ts'

export const memberRoles = ['admin', 'member'] as const
export type MemberRole = (typeof memberRoles)[number]

export const Group = namedObject('Group', 'A group.', {
  id: id('group', 'The group.'),
  name: string('Its name.'),
  role: oneOf(memberRoles, 'What the acting person may do in it.'),
  member_count: count('How many members it has.'),
  created_at: instant('When it was made.'),
})
export type Group = Static<typeof Group>

export const Member = namedObject('Member', 'A member of a group.', {
  id: id('member', 'The member.'),
  first_name: string('The first name: all that other members see.'),
  role: oneOf(memberRoles, 'What they may do in the group.'),
  joined_at: instant('When they joined.'),
  is_me: boolean('Whether this is the acting person.'),
})
export type Member = Static<typeof Member>

/** It names the group, since the member's own feed is not the group's. */
export const FeedMember = namedObject('FeedMember', 'A member who came, went, or has another role.', {
  id: id('member', 'The member.'),
  group_id: id('group', 'The group.'),
  first_name: string('The first name.'),
  role: oneOf(memberRoles, 'What they may do in the group.'),
  joined_at: instant('When they joined.'),
})
export type FeedMember = Static<typeof FeedMember>

const stakeCount = object('A stake.', {
  stake: string('The stake.'),
  count: count('In how many challenges.'),
})

const leader = object('A member.', {
  first_name: string('The first name.'),
  won: count('Challenges won.'),
  lost: count('Challenges lost.'),
  drawn: count('Challenges that ended in a draw.'),
})

export const GroupStats = namedObject('GroupStats', 'How the challenges of a group go.', {
  members: count('How many members the group has.'),
  challenges: counts(challengeStatuses, 'How many challenges there are in each status.'),
  outcomes: counts(outcomes, 'How many were resolved with each outcome.'),
  undisputed_share: nullable(share(), 'The share of resolved challenges that nobody disputed.'),
  median_hours_to_settle: nullable(
    measure(),
    'Half of all resolved challenges took no longer than this from acceptance to settlement; within 2 %.',
  ),
  top_stakes: list(stakeCount, 'The five stakes that are played for most.'),
  leaderboard: list(
    leader,
    'The ten present members with the most wins, of those who have won, lost or drawn.',
  ),
})
export type GroupStats = Static<typeof GroupStats>
