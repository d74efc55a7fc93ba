// Joining and leaving. The counts of a group change with its memberships, in the same transaction: its row is
// what those who join and leave at the same time wait for, and what knows its last admin.
import type { MemberRole } from '@challenge-service/contract'
import type { GroupId, MemberId, PersonId, UncheckedId } from '../../kernel/ids.ts'
import { Fault, notVisible } from '../../kernel/refusal.ts'
import { change, changeReturning } from '../../store/statements/changes.ts'
import { forUpdate } from '../../store/dialect.ts'
import { groups, memberships } from '../../store/schema/people.ts'
import { sql } from '../../store/statements/statement.ts'
import type { Tx } from '../../store/store.ts'
import { type RowIn, text } from '../../store/statements/table.ts'
import type { Membership } from './groups.store.ts'
import { countRoleChange } from './role-changes.rules.ts'

/** Whose will a membership began or ended by. */
export type By = 'self' | 'admin' | 'operator'

export interface NewMember {
  readonly id: MemberId
  readonly groupId: GroupId
  readonly personId: PersonId
  /** The address that the group names them by. */
  readonly email: string
  readonly firstName: string
  readonly lastName: string | null
  readonly role: MemberRole
  readonly joinedAt: number
  /** Of someone who played in the group before they joined it. */
  readonly score?: { readonly won: number; readonly lost: number; readonly drawn: number }
}

// An admin can add again a member whom an admin removed; others who have gone come back by the operator only.
const join = changeReturning(
  memberships,
  'access.join_group',
  `insert into memberships (id, group_id, person_id, first_name, last_name, role, joined_at, won, lost, drawn)
   values ($id, $group_id, $person_id, $first_name, $last_name, $role, $joined_at, $won, $lost, $drawn)
   on conflict (group_id, person_id) do update set
     first_name = excluded.first_name, last_name = excluded.last_name, role = excluded.role,
     joined_at = excluded.joined_at, left_at = null, left_by = null,
     won = excluded.won, lost = excluded.lost, drawn = excluded.drawn,
     email = null
   where memberships.left_at is not null and (cast($by as text) = 'operator' or memberships.left_by = 'admin')`,
  ['id'],
  { by: text<By>() },
)

const forgetPast = change(
  memberships,
  'access.forget_past_address',
  'update memberships set email = null where group_id = $group_id and email = $email and left_at is not null',
)

const countJoined = change(
  groups,
  'access.count_joined',
  `update groups set member_count = member_count + 1, admin_count = admin_count + $admin_count
   where id = $id and deleting_at is null`,
)

/** The membership's id, also of someone who comes back; undefined for a present member, and for who has left. */
export const joinGroup = async (tx: Tx, member: NewMember, by: By): Promise<MemberId | undefined> => {
  const { id, groupId, personId, email, firstName, lastName, role, joinedAt, score = unscored } = member
  // The group's earlier member with this address has left: from now on it names the new one.
  tx.enqueue(forgetPast, { group_id: groupId, email })
  const joined = await tx.first(join, {
    id,
    group_id: groupId,
    person_id: personId,
    first_name: firstName,
    last_name: lastName,
    role,
    joined_at: joinedAt,
    ...score,
    by,
  })
  if (!joined) return undefined
  const counted = await tx.run(countJoined, { id: groupId, admin_count: adminsIn(role) })
  // It is being deleted, since a moment ago.
  if (counted !== 1) throw notVisible()
  return joined.id
}

const unscored = { won: 0, lost: 0, drawn: 0 }

const adminsIn = (role: MemberRole): number => (role === 'admin' ? 1 : 0)

type LockedMembership = Membership & Pick<RowIn<typeof memberships>, 'role_changes' | 'role_changes_from'>

const lock = sql<LockedMembership, [groupId: GroupId, id: UncheckedId<'member'>]>(
  'access.lock_membership',
  `select id, group_id, person_id, first_name, role, joined_at, role_changes, role_changes_from from memberships
   where group_id = $1 and id = $2 and left_at is null ${forUpdate}`,
)

const countLeft = change(
  groups,
  'access.count_left',
  `update groups set member_count = member_count - 1, admin_count = admin_count - $admin_count
   where id = $id and (admin_count - $admin_count > 0 or $admin_count = 0)`,
)

const end = change(
  memberships,
  'access.end_membership',
  `update memberships set left_at = $left_at, left_by = $left_by
   where group_id = $group_id and id = $id and left_at is null`,
)

const countPromoted = change(
  groups,
  'access.count_promoted',
  'update groups set admin_count = admin_count + 1 where id = $id',
)

const countDemoted = change(
  groups,
  'access.count_demoted',
  'update groups set admin_count = admin_count - 1 where id = $id and admin_count > 1',
)

const setRole = change(
  memberships,
  'access.set_role',
  `update memberships set role = $role, role_changes = $role_changes, role_changes_from = $role_changes_from
   where group_id = $group_id and id = $id and left_at is null`,
)

export type RoleChange =
  /** As they are now. */
  | { readonly kind: 'changed' | 'unchanged'; readonly member: Membership }
  /** They are no member. */
  | { readonly kind: 'absent' }
  | { readonly kind: 'last_admin' }

/**
 * Changes nothing where they have the role already, are no member, or are the last admin. Refused where it was changed
 * too often; the operator is not held to that.
 */
export const changeRole = async (
  tx: Tx,
  groupId: GroupId,
  memberId: UncheckedId<'member'>,
  role: MemberRole,
  by: By,
  now: number,
): Promise<RoleChange> => {
  const member = await tx.first(lock, groupId, memberId)
  if (!member) return { kind: 'absent' }
  if (member.role === role) return { kind: 'unchanged', member }
  const before = { count: member.role_changes, from: member.role_changes_from }
  const { count, from } = by === 'operator' ? before : countRoleChange(before, now)
  const counted = await tx.run(role === 'admin' ? countPromoted : countDemoted, { id: groupId })
  if (counted !== 1) return { kind: 'last_admin' }
  const changes = { role, role_changes: count, role_changes_from: from }
  if ((await tx.run(setRole, { group_id: groupId, id: member.id, ...changes })) !== 1) {
    throw new Fault('a membership ended while it was locked')
  }
  return { kind: 'changed', member: { ...member, role } }
}

export type Ending =
  | { readonly kind: 'ended'; readonly member: Membership }
  /** They are no member. */
  | { readonly kind: 'absent' }
  | { readonly kind: 'last_admin' }

/** Changes nothing unless they were a member, and not the last admin. */
export const endMembership = async (
  tx: Tx,
  groupId: GroupId,
  memberId: UncheckedId<'member'>,
  by: By,
  now: number,
): Promise<Ending> => {
  const member = await tx.first(lock, groupId, memberId)
  if (!member) return { kind: 'absent' }
  const counted = await tx.run(countLeft, { id: groupId, admin_count: adminsIn(member.role) })
  if (counted !== 1) return { kind: 'last_admin' }
  if ((await tx.run(end, { group_id: groupId, id: member.id, left_at: now, left_by: by })) !== 1) {
    throw new Fault('a membership ended while it was locked')
  }
  return { kind: 'ended', member }
}
