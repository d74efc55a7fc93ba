// Groups and memberships, as far as acting for a member needs them.
import { sql } from '../../store/statement.ts'
import type { Reader, Tx } from '../../store/store.ts'
import type { Role } from './actor.ts'

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
  readonly role: Role
}

const findByEmail = sql<Membership, [groupId: string, email: string]>(
  'access.find_member',
  `select m.id, m.person_id, m.first_name, m.role from people p
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
  `select id, person_id, first_name, role from memberships
   where group_id = $1 and person_id = $2 and left_at is null`,
)

export const findMember = (
  reader: Reader,
  groupId: string,
  personId: string,
): Promise<Membership | undefined> => reader.first(findMemberByPerson, groupId, personId)

export interface NewMember {
  readonly id: string
  readonly groupId: string
  readonly personId: string
  readonly firstName: string
  readonly lastName: string | null
  readonly role: Role
  readonly joinedAt: number
}

const join = sql<
  { id: string },
  [
    id: string,
    groupId: string,
    personId: string,
    firstName: string,
    lastName: string | null,
    role: Role,
    joinedAt: number,
  ]
>(
  'access.join_group',
  `insert into memberships (id, group_id, person_id, first_name, last_name, role, joined_at)
   values ($1, $2, $3, $4, $5, $6, $7)
   on conflict (group_id, person_id) do update set
     first_name = excluded.first_name, last_name = excluded.last_name, role = excluded.role,
     joined_at = excluded.joined_at, left_at = null
   where memberships.left_at is not null
   returning id`,
)

/** The membership's id, also of someone who had left; undefined for a present member. */
export const joinGroup = async (tx: Tx, member: NewMember): Promise<string | undefined> => {
  const { id, groupId, personId, firstName, lastName, role, joinedAt } = member
  return (await tx.first(join, id, groupId, personId, firstName, lastName, role, joinedAt))?.id
}
