// What admins and members do with memberships through the API.
import type { Member, MemberRole } from '@challenge-service/contract'
import type { UncheckedId } from '../../kernel/ids.ts'
import { notVisible, refuse, type Refusal } from '../../kernel/refusal.ts'
import type { Reader, Tx } from '../../store/store.ts'
import type { Actor } from '../access/actor.ts'
import { findGroup, findMemberById, type Membership } from '../access/groups.store.ts'
import type { Call } from '../route.ts'
import { findInside, listNotToAdd } from './groups.store.ts'
import { viewMember } from './groups.view.ts'
import { beginMembership, giveRole, leaveOrRemove } from './membership.ts'

/** The membership by which the acting person sees a group; to everyone else it is not there. */
export const getInside = async (
  reader: Reader,
  actor: Actor,
  groupId: UncheckedId<'group'>,
): Promise<Membership> => {
  const own = await findInside(reader, actor, groupId)
  if (!own) throw notVisible()
  return own
}

interface MemberInput {
  readonly id: string
  readonly email: string
  readonly first_name: string
  readonly last_name?: string
  readonly role?: MemberRole
}

export const addMember = async (tx: Tx, { actor, input, now }: Call<MemberInput>): Promise<Member> => {
  const admin = await getInside(tx, actor, input.id)
  if (admin.role !== 'admin') throw adminOnly()
  const group = await findGroup(tx, admin.group_id)
  if (!group) throw notVisible()
  const joining = {
    group,
    email: input.email,
    firstName: input.first_name,
    lastName: input.last_name ?? null,
    role: input.role ?? 'member',
    by: 'admin',
    admin: { personId: admin.person_id, firstName: admin.first_name },
  } as const
  const member = await beginMembership(tx, joining, now)
  if (!member) throw alreadyMember()
  return viewMember(member, false)
}

/** Of a list of addresses those whom `addMember` would refuse, found by one read in place of a call for each. */
export const listMembersAlready = async (
  reader: Reader,
  actor: Actor,
  groupId: UncheckedId<'group'>,
  addresses: readonly string[],
): Promise<ReadonlySet<string>> => {
  const admin = await getInside(reader, actor, groupId)
  if (admin.role !== 'admin') throw adminOnly()
  return listNotToAdd(reader, admin.group_id, addresses)
}

interface OldMember {
  readonly id: string
  readonly member_id: string
}

export const removeMember = async (
  tx: Tx,
  { actor, input, now }: Call<OldMember>,
): Promise<{ readonly id: string; readonly deleted: true }> => {
  const own = await getInside(tx, actor, input.id)
  const isOwn = own.id === input.member_id
  if (!isOwn && own.role !== 'admin') throw adminOnly()
  const ended = await leaveOrRemove(tx, own.group_id, input.member_id, isOwn ? 'self' : 'admin', now)
  if (ended === 'absent') throw notVisible()
  if (ended === 'last_admin') throw lastAdmin()
  return { id: input.member_id, deleted: true }
}

/** A form is about the membership that its page showed, and none that began since. `joined`: when that one did. */
export const checkJoined = async (
  tx: Tx,
  groupId: UncheckedId<'group'>,
  memberId: UncheckedId<'member'>,
  joined: string | null,
): Promise<void> => {
  const member = await findMemberById(tx, groupId, memberId)
  if (member && joined !== null && String(member.joined_at) !== joined) throw memberAgain()
}

interface MemberChange {
  readonly id: string
  readonly member_id: string
  readonly role: MemberRole
}

export const changeMember = async (tx: Tx, { actor, input, now }: Call<MemberChange>): Promise<Member> => {
  const own = await getInside(tx, actor, input.id)
  if (own.role !== 'admin') throw adminOnly()
  const change = await giveRole(tx, own.group_id, input.member_id, input.role, 'admin', now)
  if (change.kind === 'absent') throw notVisible()
  if (change.kind === 'last_admin') throw lastAdmin()
  return viewMember(change.member, change.member.id === own.id)
}

const adminOnly = (): Refusal => refuse('forbidden', 'admin_only', 'Only an admin of the group can do this.')

// Word for word the same of a member and of someone who has left.
export const alreadyMember = (): Refusal =>
  refuse(
    'conflict',
    'already_member',
    'The person is a member already, or has left. Who has left is added again by the operator alone.',
  )

const lastAdmin = (): Refusal =>
  refuse(
    'conflict',
    'last_admin',
    'The last admin of a group can neither leave, be removed, nor become a mere member.',
  )

export const memberAgain = (): Refusal =>
  refuse(
    'conflict',
    'already_member',
    'Nothing was changed: they were added again since this form was shown, and are a member. Remove them here, if you still want to.',
  )
