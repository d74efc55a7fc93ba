// Beginning, changing and ending a membership, for every caller: the row, the counts, the mail and the events of both
// feeds, in the one transaction that it was given. The same statements run whatever is known of the address.
import type { MemberRole } from '@challenge-service/contract'
import { newId, type GroupId, type PersonId, type UncheckedId } from '../../kernel/ids.ts'
import { queueMail } from '../../mail/outbox/outbox.store.ts'
import type { Tx } from '../../store/store.ts'
import { ensurePersonInGroup } from '../access/accounts.store.ts'
import type { Membership } from '../access/groups.store.ts'
import {
  changeRole,
  endMembership,
  joinGroup,
  type By,
  type Ending,
  type RoleChange,
} from '../access/memberships.store.ts'
import { appendEvents } from '../events/append.ts'
import { lockRecord } from '../records/records.store.ts'
import { viewFeedMember } from './groups.view.ts'
import { LEAVE_MS } from './leave.rules.ts'

export interface Joining {
  readonly group: { readonly id: GroupId; readonly name: string }
  readonly email: string
  readonly firstName: string
  readonly lastName: string | null
  readonly role: MemberRole
  readonly by: Extract<By, 'admin' | 'operator'>
  /** The admin who adds them; null for the operator. */
  readonly admin: { readonly personId: PersonId; readonly firstName: string } | null
}

/** Undefined where they are a member already, or have left and can come back by the operator alone. */
export const beginMembership = async (
  tx: Tx,
  joining: Joining,
  now: number,
): Promise<Membership | undefined> => {
  const { group, email, firstName, lastName, role, by, admin } = joining
  const personId = await ensurePersonInGroup(tx, group.id, email, now)
  const score = await lockRecord(tx, { personId, scope: group.id })
  const names = { email, firstName, lastName }
  const ids = { id: newId('member', now), groupId: group.id, personId }
  const id = await joinGroup(tx, { ...ids, ...names, role, joinedAt: now, score }, by)
  if (id === undefined) return undefined
  const member = { id, group_id: group.id, person_id: personId, first_name: firstName, role, joined_at: now }
  queueMail(
    tx,
    {
      kind: 'member_added',
      class: 'invitation',
      personId,
      ownerId: group.id,
      causerId: admin?.personId ?? group.id,
      throughId: null,
      challengeId: null,
      deadline: { stage: 'leave', by: now + LEAVE_MS },
      facts: {
        memberId: id,
        joinedAt: now,
        groupName: group.name,
        byName: admin?.firstName ?? null,
        // Who comes back keeps the id that they had.
        isFirst: id === ids.id,
      },
    },
    now,
  )
  await tellFeeds(tx, 'group.member_added', member, by, now)
  return member
}

export const leaveOrRemove = async (
  tx: Tx,
  groupId: GroupId,
  memberId: UncheckedId<'member'>,
  by: By,
  now: number,
): Promise<Ending['kind']> => {
  const ending = await endMembership(tx, groupId, memberId, by, now)
  if (ending.kind === 'ended') await tellFeeds(tx, 'group.member_removed', ending.member, by, now)
  return ending.kind
}

export const giveRole = async (
  tx: Tx,
  groupId: GroupId,
  memberId: UncheckedId<'member'>,
  role: MemberRole,
  by: By,
  now: number,
): Promise<RoleChange> => {
  const change = await changeRole(tx, groupId, memberId, role, by, now)
  if (change.kind === 'changed') await tellFeeds(tx, 'group.member_changed', change.member, by, now)
  return change
}

/** Into the group's feed, and into that of the person, who may have an account or get one later. */
const tellFeeds = (
  tx: Tx,
  type: 'group.member_added' | 'group.member_changed' | 'group.member_removed',
  member: Membership,
  by: By,
  now: number,
): Promise<void> => {
  const event = {
    type,
    actor: by === 'operator' ? 'system' : 'member',
    at: now,
    challenge_id: null,
    data: { member: viewFeedMember(member) },
  } as const
  return appendEvents(
    tx,
    [member.group_id, member.person_id].map((feedId) => ({ ...event, feedId })),
    now,
  )
}
