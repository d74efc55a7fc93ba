// A membership for a link that was signed for it: the link is the right to look.
import type { GroupId, MemberId, PersonId } from '../../kernel/ids.ts'
import { sql } from '../../store/statement.ts'
import type { Reader } from '../../store/store.ts'

export interface LinkedRow {
  readonly group_id: GroupId
  readonly group_name: string
  readonly person_id: PersonId
  readonly first_name: string
  readonly joined_at: number
  readonly left_at: number | null
  readonly left_by: string | null
  /** Null once they were erased. */
  readonly email: string | null
  /** Where the address has changed since they joined: the link was mailed to the one before. */
  readonly kept_email: string | null
}

const find = sql<LinkedRow, [memberId: MemberId]>(
  'groups.find_linked_member',
  `select m.group_id, g.name as group_name, m.person_id, m.first_name, m.joined_at, m.left_at, m.left_by, p.email,
     m.email as kept_email
   from memberships m join groups g on g.id = m.group_id join people p on p.id = m.person_id
   where m.id = $1`,
)

export const findLinked = (reader: Reader, memberId: MemberId): Promise<LinkedRow | undefined> =>
  reader.first(find, memberId)
