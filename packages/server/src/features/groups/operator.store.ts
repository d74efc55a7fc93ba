// All groups and all memberships, for the operator, who sees everything.
import type { MemberRole } from '@challenge-service/contract'
import type { GroupId, MemberId } from '../../kernel/ids.ts'
import { sql } from '../../store/statements/statement.ts'
import type { Reader } from '../../store/store.ts'

export interface ListedGroup {
  readonly id: GroupId
  readonly name: string
  readonly quota: number | null
  readonly member_count: number
  readonly admin_count: number
  readonly created_at: number
  readonly deleting_at: number | null
}

const listGroups = sql<ListedGroup, []>(
  'groups.list_all',
  'select id, name, quota, member_count, admin_count, created_at, deleting_at from groups order by id desc',
)

export const listAllGroups = (reader: Reader): Promise<readonly ListedGroup[]> => reader.all(listGroups)

export interface ListedMember {
  readonly id: MemberId
  /** By which the group knows them; null once they were erased. */
  readonly email: string | null
  readonly first_name: string
  readonly last_name: string | null
  readonly role: MemberRole
  readonly joined_at: number
  readonly left_at: number | null
}

const listMembers = sql<ListedMember, [groupId: GroupId]>(
  'groups.list_all_members',
  `select m.id, coalesce(m.email, p.email) as email, m.first_name, m.last_name, m.role, m.joined_at, m.left_at
   from memberships m join people p on p.id = m.person_id where m.group_id = $1 order by m.id`,
)

/** Also those who have left: the operator alone can bring them back. */
export const listAllMembers = (reader: Reader, groupId: GroupId): Promise<readonly ListedMember[]> =>
  reader.all(listMembers, groupId)
