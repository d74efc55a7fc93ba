// A membership for a link that was signed for it: the link is the right to look.
import type { GroupId, MemberId, PersonId } from '../../kernel/ids.ts'
import { change } from '../../store/statements/changes.ts'
import { memberships } from '../../store/schema/people.ts'
import { sql } from '../../store/statements/statement.ts'
import type { Reader, Tx } from '../../store/store.ts'

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
  /** What a link to leave carries now. */
  readonly leave_link: number
  /** 1 where they want links of mails to lead to signing in; null where they have no account. */
  readonly links_sign_in: number | null
}

const find = sql<LinkedRow, [memberId: MemberId]>(
  'groups.find_linked_member',
  `select m.group_id, g.name as group_name, m.person_id, m.first_name, m.joined_at, m.left_at, m.left_by, p.email,
     m.leave_link, a.links_sign_in
   from memberships m join groups g on g.id = m.group_id join people p on p.id = m.person_id
   left join accounts a on a.person_id = m.person_id
   where m.id = $1`,
)

export const findLinked = (reader: Reader, memberId: MemberId): Promise<LinkedRow | undefined> =>
  reader.first(find, memberId)

const endLinks = change(
  memberships,
  'groups.end_leave_links',
  'update memberships set leave_link = leave_link + 1 where person_id = $person_id',
)

/** Every link to leave that was mailed to them, those of past memberships too. */
export const endLeaveLinksOf = async (tx: Tx, personId: PersonId): Promise<void> => {
  await tx.run(endLinks, { person_id: personId })
}

export interface ToldRow {
  readonly id: MemberId
  readonly group_id: GroupId
  readonly group_name: string
  readonly joined_at: number
}

const told = sql<ToldRow, [personId: PersonId, limit: number]>(
  'groups.list_told_memberships',
  `select m.id, m.group_id, g.name as group_name, m.joined_at
   from memberships m join groups g on g.id = m.group_id
   where m.person_id = $1 and m.left_at is null and not exists (
     select 1 from mails n where n.person_id = $1 and n.challenge_id is null and n.owner_id = m.group_id
       and n.kind = 'member_added' and n.state not in ('sent', 'kept'))
   order by m.id desc limit $2`,
)

/** Their present memberships, the newest first, but for those whose notice still waits or was not to be sent. */
export const listTold = (reader: Reader, personId: PersonId, limit: number): Promise<readonly ToldRow[]> =>
  reader.all(told, personId, limit)
