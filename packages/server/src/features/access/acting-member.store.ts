// A person as a member of a group that they chose by themselves: what it takes to act there, on the group's quota.
import type { MemberRole } from '@challenge-service/contract'
import type { GroupId, MemberId, PersonId, UncheckedId } from '../../kernel/ids.ts'
import { sql } from '../../store/statement.ts'
import type { Reader } from '../../store/store.ts'

export interface ActingMemberRow {
  readonly id: MemberId
  readonly first_name: string
  readonly role: MemberRole
  readonly group_id: GroupId
  readonly group_name: string
  readonly quota: number | null
  readonly quota_used: number | null
}

const find = sql<ActingMemberRow, [personId: PersonId, groupId: UncheckedId<'group'>, month: string]>(
  'access.find_acting_member',
  `select m.id, m.first_name, m.role, g.id as group_id, g.name as group_name, g.quota,
     (select q.used from quota_usage q where q.owner_id = g.id and q.month = $3) as quota_used
   from memberships m join groups g on g.id = m.group_id
   where m.person_id = $1 and m.group_id = $2 and m.left_at is null and g.deleting_at is null`,
)

/** Undefined where they are no member, or no more, and where the group is being deleted. */
export const findActingMember = (
  reader: Reader,
  personId: PersonId,
  groupId: UncheckedId<'group'>,
  month: string,
): Promise<ActingMemberRow | undefined> => reader.first(find, personId, groupId, month)
