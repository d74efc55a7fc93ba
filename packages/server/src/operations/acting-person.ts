// Whom a call acts for: the account of an account token, or the member that a group token names.
import { findMemberByEmail } from '../features/access/groups.store.ts'
import type { Actor, Caller } from '../features/access/actor.ts'
import { Fault, refuse } from '../kernel/refusal.ts'
import type { Reader } from '../store/store.ts'

/** The address named by user_email in query and body, both in canonical form already. */
export const namedAddress = (inQuery: string | undefined, inBody: string | undefined): string | undefined => {
  if (inQuery !== undefined && inBody !== undefined && inQuery !== inBody) {
    throw refuse(
      'invalid_request',
      'acting_person_differs',
      'user_email is given in the query and in the body, and they differ.',
      {
        fields: [
          { field: 'user_email', message: 'must be the same in query and body, or stand in one of them' },
        ],
      },
    )
  }
  return inQuery ?? inBody
}

export const resolveActor = (
  reader: Reader,
  caller: Caller,
  address: string | undefined,
): Actor | Promise<Actor> => {
  if (caller.account) return ownAccount(caller, caller.account, address)
  if (caller.group) return namedMember(reader, caller, caller.group, address)
  throw new Fault('a token is bound to nothing')
}

const ownAccount = (
  caller: Caller,
  account: NonNullable<Caller['account']>,
  address: string | undefined,
): Actor => {
  if (address !== undefined && address !== account.email) {
    throw refuse('forbidden', 'not_your_address', 'This token acts for its own account alone.')
  }
  return {
    caller,
    id: account.id,
    personId: account.personId,
    firstName: account.firstName,
    email: account.email,
    byOwnHand: true,
    groupId: null,
    groupName: null,
    role: null,
  }
}

const namedMember = async (
  reader: Reader,
  caller: Caller,
  group: NonNullable<Caller['group']>,
  address: string | undefined,
): Promise<Actor> => {
  if (address === undefined) {
    throw refuse(
      'invalid_request',
      'acting_person_missing',
      'A group token names the member it acts for: send user_email in the query or in the body.',
      { fields: [{ field: 'user_email', message: 'is required with a group token' }] },
    )
  }
  const member = await findMemberByEmail(reader, group.id, address)
  // Word for word the same whether or not anyone has that address.
  if (!member)
    throw refuse('forbidden', 'not_a_member', 'user_email names nobody who is a member of this group.')
  return {
    caller,
    id: member.id,
    personId: member.person_id,
    firstName: member.first_name,
    email: address,
    byOwnHand: false,
    groupId: group.id,
    groupName: group.name,
    role: member.role,
  }
}
