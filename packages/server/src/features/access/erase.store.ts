// What makes a person reachable: their address, account, tokens and memberships. Without the address none of
// them is found by anyone, and a later person with that address is someone else.
import type { AccountId, OwnerId, PersonId } from '../../kernel/ids.ts'
import { change } from '../../store/statements/changes.ts'
import { forUpdate } from '../../store/dialect.ts'
import { groups, memberships, people } from '../../store/schema/people.ts'
import { sql } from '../../store/statements/statement.ts'
import type { Reader, Tx } from '../../store/store.ts'
import type { RowIn } from '../../store/statements/table.ts'
import type { Membership } from './groups.store.ts'

const lock = sql<{ id: PersonId }, [email: string]>(
  'access.lock_person_by_email',
  `select id from people where email = $1 ${forUpdate}`,
)

export const lockPersonByEmail = async (tx: Tx, email: string): Promise<PersonId | undefined> =>
  (await tx.first(lock, email))?.id

const findAccount = sql<{ id: AccountId }, [personId: PersonId]>(
  'access.find_account_of_person',
  'select id from accounts where person_id = $1',
)

export const findAccountByPerson = async (
  reader: Reader,
  personId: PersonId,
): Promise<AccountId | undefined> => (await reader.first(findAccount, personId))?.id

const forgetAddress = change(
  people,
  'access.forget_address',
  'update people set email = null, look_at = null where id = $id',
)

const removeTokens = sql<never, [accountId: AccountId]>(
  'access.remove_tokens',
  'delete from tokens where account_id = $1',
)

const removeUsage = sql<never, [ownerId: OwnerId]>(
  'access.remove_usage',
  'delete from quota_usage where owner_id = $1',
)

const removeAccount = sql<never, [accountId: AccountId]>(
  'access.remove_account',
  'delete from accounts where id = $1',
)

const listKept = sql<{ email: string }, [personId: PersonId]>(
  'access.list_kept_addresses',
  `select distinct m.email from memberships m where m.person_id = $1 and m.email is not null
     and not exists (select 1 from people p where p.email = m.email)`,
)

/** Earlier addresses by which groups know them, but for those that are someone else's now. */
export const listKeptAddresses = async (reader: Reader, personId: PersonId): Promise<readonly string[]> =>
  (await reader.all(listKept, personId)).map(({ email }) => email)

const renameMember = change(
  memberships,
  'access.rename_memberships',
  'update memberships set first_name = $first_name, last_name = null, email = null where person_id = $person_id',
)

/** From the commit on nobody can act for them. */
export const forgetPerson = async (
  tx: Tx,
  personId: PersonId,
  accountId: AccountId | undefined,
  name: string,
): Promise<void> => {
  await tx.run(forgetAddress, { id: personId })
  await tx.run(renameMember, { person_id: personId, first_name: name })
  if (accountId === undefined) return
  await tx.run(removeTokens, accountId)
  await tx.run(removeUsage, accountId)
  await tx.run(removeAccount, accountId)
}

export type OwnMembership = Pick<RowIn<typeof memberships>, 'id' | 'group_id'>

const listMemberships = sql<OwnMembership, [personId: PersonId]>(
  'access.list_memberships_of_person',
  'select id, group_id from memberships where person_id = $1 order by id',
)

/** Past ones too. */
export const listMembershipsByPerson = (
  reader: Reader,
  personId: PersonId,
): Promise<readonly OwnMembership[]> => reader.all(listMemberships, personId)

const lockPresent = sql<Membership, [personId: PersonId]>(
  'access.lock_present_memberships',
  `select id, group_id, person_id, first_name, role, joined_at from memberships
   where person_id = $1 and left_at is null order by id ${forUpdate}`,
)

const countGone = change(
  groups,
  'access.count_gone',
  'update groups set member_count = member_count - 1, admin_count = admin_count - $admin_count where id = $id',
)

const end = change(
  memberships,
  'access.end_memberships',
  `update memberships set left_at = $left_at, left_by = 'operator' where person_id = $person_id and left_at is null`,
)

/** All that they have, the last admin's too: who is erased cannot be asked to wait for another. Gives them. */
export const closeMemberships = async (
  tx: Tx,
  personId: PersonId,
  now: number,
): Promise<readonly Membership[]> => {
  const present = await tx.all(lockPresent, personId)
  for (const { group_id, role } of present) {
    await tx.run(countGone, { id: group_id, admin_count: role === 'admin' ? 1 : 0 })
  }
  await tx.run(end, { person_id: personId, left_at: now })
  return present
}
