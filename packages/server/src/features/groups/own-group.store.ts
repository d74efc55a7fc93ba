// A group as one of its members comes to it on the site: the group, their membership, and what the group has used up.
import type { MemberRole } from '@challenge-service/contract'
import type { GroupId, MemberId, PersonId, UncheckedId } from '../../kernel/ids.ts'
import { sql } from '../../store/statements/statement.ts'
import type { Reader } from '../../store/store.ts'

export interface OwnGroupRow {
  readonly id: GroupId
  readonly name: string
  readonly member_count: number
  readonly admin_count: number
  /** What the operator set for this group alone. */
  readonly quota: number | null
  /** In the month that was asked for; null where nothing. */
  readonly quota_used: number | null
  /** Of the one who asks, as are all that follow. */
  readonly member_id: MemberId
  readonly first_name: string
  readonly role: MemberRole
  readonly won: number
  readonly lost: number
  readonly drawn: number
}

const find = sql<OwnGroupRow, [personId: PersonId, groupId: UncheckedId<'group'>, month: string]>(
  'groups.find_own_with_quota',
  `select g.id, g.name, g.member_count, g.admin_count, g.quota,
          (select q.used from quota_usage q where q.owner_id = g.id and q.month = $3) as quota_used,
          m.id as member_id, m.first_name, m.role, m.won, m.lost, m.drawn
   from memberships m join groups g on g.id = m.group_id
   where m.person_id = $1 and m.group_id = $2 and m.left_at is null and g.deleting_at is null`,
)

/** Undefined where they are no member, or not any more, and where the group is being deleted. */
export const findOwnGroup = (
  reader: Reader,
  personId: PersonId,
  groupId: UncheckedId<'group'>,
  month: string,
): Promise<OwnGroupRow | undefined> => reader.first(find, personId, groupId, month)
