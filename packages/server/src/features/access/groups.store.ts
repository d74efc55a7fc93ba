// Groups, and who acts in them: what every slice needs to know of a membership.
import type { GroupId, PersonId, UncheckedId } from '../../kernel/ids.ts'
import { change, insertInto } from '../../store/statements/changes.ts'
import { forUpdate } from '../../store/dialect.ts'
import { groups, type memberships } from '../../store/schema/people.ts'
import { sql } from '../../store/statements/statement.ts'
import type { Reader, Tx } from '../../store/store.ts'
import type { RowIn } from '../../store/statements/table.ts'

export type Group = Pick<RowIn<typeof groups>, 'id' | 'name' | 'quota' | 'deleting_at'>

const columns = 'id, name, quota, deleting_at'

const find = sql<Group, [id: UncheckedId<'group'>]>(
  'access.find_group',
  `select ${columns} from groups where id = $1`,
)

export const findGroup = (reader: Reader, id: UncheckedId<'group'>): Promise<Group | undefined> =>
  reader.first(find, id)

const lock = sql<Group, [id: UncheckedId<'group'>]>(
  'access.lock_group',
  `select ${columns} from groups where id = $1 ${forUpdate}`,
)

/** What would add something to it, or delete it, waits for the commit. */
export const lockGroup = (tx: Tx, id: UncheckedId<'group'>): Promise<Group | undefined> => tx.first(lock, id)

const insert = insertInto(groups, 'access.insert_group', ['id', 'name', 'created_at'])

export const insertGroup = async (tx: Tx, id: GroupId, name: string, now: number): Promise<void> => {
  await tx.run(insert, { id, name, created_at: now })
}

/** Challenges show the new name from the next read on; events and mails keep the earlier one. */
const setName = change(groups, 'access.set_group_name', 'update groups set name = $name where id = $id')

export const setGroupName = async (tx: Tx, id: GroupId, name: string): Promise<void> => {
  await tx.run(setName, { id, name })
}

const setQuota = change(groups, 'access.set_group_quota', 'update groups set quota = $quota where id = $id')

export const setGroupQuota = async (tx: Tx, id: GroupId, quota: number): Promise<void> => {
  await tx.run(setQuota, { id, quota })
}

export type Membership = Pick<
  RowIn<typeof memberships>,
  'id' | 'group_id' | 'person_id' | 'first_name' | 'role' | 'joined_at'
>

const findByEmail = sql<Membership, [groupId: GroupId, email: string]>(
  'access.find_member',
  `select m.id, m.group_id, m.person_id, m.first_name, m.role, m.joined_at from people p
   join memberships m on m.group_id = $1 and m.person_id = p.id
   where p.email = $2 and m.email is null and m.left_at is null`,
)

const findByKeptAddress = sql<Membership, [groupId: GroupId, email: string]>(
  'access.find_member_by_kept_address',
  `select id, group_id, person_id, first_name, role, joined_at from memberships
   where group_id = $1 and email = $2 and left_at is null`,
)

/** By the address that the group added, whatever address the person has now. */
export const findMemberByEmail = async (
  reader: Reader,
  groupId: GroupId,
  email: string,
): Promise<Membership | undefined> =>
  (await reader.first(findByEmail, groupId, email)) ?? reader.first(findByKeptAddress, groupId, email)

const findMemberByPerson = sql<Membership, [groupId: UncheckedId<'group'>, personId: PersonId]>(
  'access.find_member_by_person',
  `select id, group_id, person_id, first_name, role, joined_at from memberships
   where group_id = $1 and person_id = $2 and left_at is null`,
)

export const findMember = (
  reader: Reader,
  groupId: UncheckedId<'group'>,
  personId: PersonId,
): Promise<Membership | undefined> => reader.first(findMemberByPerson, groupId, personId)

const findNamed = sql<Membership, [groupId: GroupId, personId: PersonId, email: string]>(
  'access.find_member_named',
  `select id, group_id, person_id, first_name, role, joined_at from memberships
   where group_id = $1 and person_id = $2 and left_at is null and (email is null or email = $3)`,
)

/** Undefined also where the person has this address, but the group knows them by another one. */
export const findMemberNamed = (
  reader: Reader,
  groupId: GroupId,
  personId: PersonId,
  email: string,
): Promise<Membership | undefined> => reader.first(findNamed, groupId, personId, email)

const findById = sql<Membership, [groupId: UncheckedId<'group'>, id: UncheckedId<'member'>]>(
  'access.find_member_by_id',
  `select id, group_id, person_id, first_name, role, joined_at from memberships
   where group_id = $1 and id = $2 and left_at is null`,
)

export const findMemberById = (
  reader: Reader,
  groupId: UncheckedId<'group'>,
  id: UncheckedId<'member'>,
): Promise<Membership | undefined> => reader.first(findById, groupId, id)

const admins = sql<{ person_id: PersonId }, [groupId: GroupId]>(
  'access.list_admins',
  `select person_id from memberships where group_id = $1 and left_at is null and role = 'admin' order by id`,
)

/** The people who look after a group. */
export const listAdmins = async (reader: Reader, groupId: GroupId): Promise<readonly PersonId[]> =>
  (await reader.all(admins, groupId)).map(({ person_id }) => person_id)
