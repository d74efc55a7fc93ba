// Groups, and who acts in them: what every slice needs to know of a membership.
import type { MemberRole } from '@challenge-service/contract'
import { sql } from '../../store/statement.ts'
import type { Reader, Tx } from '../../store/store.ts'

export interface Group {
  readonly id: string
  readonly name: string
  readonly quota: number | null
}

const find = sql<Group, [id: string]>('access.find_group', 'select id, name, quota from groups where id = $1')

export const findGroup = (reader: Reader, id: string): Promise<Group | undefined> => reader.first(find, id)

const insert = sql<never, [id: string, name: string, now: number]>(
  'access.insert_group',
  'insert into groups (id, name, created_at) values ($1, $2, $3)',
)

export const insertGroup = async (tx: Tx, id: string, name: string, now: number): Promise<void> => {
  await tx.run(insert, id, name, now)
}

const setQuota = sql<never, [id: string, quota: number]>(
  'access.set_group_quota',
  'update groups set quota = $2 where id = $1',
)

export const setGroupQuota = async (tx: Tx, id: string, quota: number): Promise<void> => {
  await tx.run(setQuota, id, quota)
}

export interface Membership {
  readonly id: string
  readonly person_id: string
  readonly first_name: string
  readonly role: MemberRole
  readonly joined_at: number
}

const findByEmail = sql<Membership, [groupId: string, email: string]>(
  'access.find_member',
  `select m.id, m.person_id, m.first_name, m.role, m.joined_at from people p
   join memberships m on m.group_id = $1 and m.person_id = p.id
   where p.email = $2 and m.left_at is null`,
)

export const findMemberByEmail = (
  reader: Reader,
  groupId: string,
  email: string,
): Promise<Membership | undefined> => reader.first(findByEmail, groupId, email)

const findMemberByPerson = sql<Membership, [groupId: string, personId: string]>(
  'access.find_member_by_person',
  `select id, person_id, first_name, role, joined_at from memberships
   where group_id = $1 and person_id = $2 and left_at is null`,
)

export const findMember = (
  reader: Reader,
  groupId: string,
  personId: string,
): Promise<Membership | undefined> => reader.first(findMemberByPerson, groupId, personId)

const admins = sql<{ person_id: string }, [groupId: string]>(
  'access.list_admins',
  `select person_id from memberships where group_id = $1 and left_at is null and role = 'admin' order by id`,
)

/** The people who look after a group. */
export const listAdmins = async (reader: Reader, groupId: string): Promise<readonly string[]> =>
  (await reader.all(admins, groupId)).map(({ person_id }) => person_id)
