// What the operator does with groups and their members. Each function works in the transaction it is given.
import type { MemberRole } from '@challenge-service/contract'
import type { GroupId, MemberId, UncheckedId } from '../../kernel/ids.ts'
import type { Reader, Tx } from '../../store/store.ts'
import { getGroup, readNames, type PersonInput } from '../access/access.service.ts'
import { findMemberByEmail } from '../access/groups.store.ts'
import { readAddress } from '../access/operator-input.ts'
import { OperatorError } from '../../kernel/operator-error.ts'
import { beginMembership, giveRole, leaveOrRemove } from './membership.ts'

/** Also someone who had left: nobody but the operator can bring them back. */
export const enrolMember = async (
  tx: Tx,
  groupId: UncheckedId<'group'>,
  input: PersonInput & { readonly role: MemberRole },
  now: number,
): Promise<MemberId> => {
  const email = readAddress(input.email)
  const names = readNames(input)
  const group = await getGroup(tx, groupId)
  const joining = { group, email, ...names, role: input.role, by: 'operator', admin: null } as const
  const member = await beginMembership(tx, joining, now)
  if (!member) throw new OperatorError(`${email} is a member of ${group.name} already`)
  return member.id
}

/** By the id of the membership, or by the address. */
export const dismissMember = async (
  tx: Tx,
  groupId: UncheckedId<'group'>,
  named: string,
  now: number,
): Promise<{ readonly id: string; readonly groupName: string }> => {
  const group = await getGroup(tx, groupId)
  const id = named.startsWith('mem_') ? named : await getMemberId(tx, group.id, readAddress(named))
  const ended = id === undefined ? 'absent' : await leaveOrRemove(tx, group.id, id, 'operator', now)
  if (id === undefined || ended === 'absent') {
    throw new OperatorError(`${named} is not a member of ${group.name}: group members shows who is`)
  }
  if (ended === 'last_admin') {
    throw new OperatorError(`${named} is the last admin of ${group.name}; add another first`)
  }
  return { id, groupName: group.name }
}

export const assignRole = async (
  tx: Tx,
  groupId: UncheckedId<'group'>,
  address: string,
  role: MemberRole,
  now: number,
): Promise<{ readonly id: MemberId; readonly groupName: string; readonly isChanged: boolean }> => {
  const email = readAddress(address)
  const group = await getGroup(tx, groupId)
  const id = await getMemberId(tx, group.id, email)
  const change = id === undefined ? undefined : await giveRole(tx, group.id, id, role, 'operator', now)
  if (change === undefined || change.kind === 'absent') {
    throw new OperatorError(`${email} is not a member of ${group.name}: group members shows who is`)
  }
  if (change.kind === 'last_admin') {
    throw new OperatorError(`${email} is the last admin of ${group.name}; make another one first`)
  }
  return { id: change.member.id, groupName: group.name, isChanged: change.kind === 'changed' }
}

const getMemberId = async (reader: Reader, groupId: GroupId, email: string): Promise<MemberId | undefined> =>
  (await findMemberByEmail(reader, groupId, email))?.id
