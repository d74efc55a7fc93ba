// The rows of a group that is deleted. A membership that ended with it is told from one that had ended before.
import type { GroupId, MemberId } from '../../kernel/ids.ts'
import { change } from '../../store/statements/changes.ts'
import { groups, memberships, people } from '../../store/schema/people.ts'
import { sql } from '../../store/statements/statement.ts'
import type { Reader, Tx } from '../../store/store.ts'
import type { RowIn } from '../../store/statements/table.ts'
import type { Membership } from '../access/groups.store.ts'

const ENDED_WITH_IT = 'deletion'

const removeTokens = sql<never, [id: GroupId]>(
  'privacy.remove_tokens_of_group',
  'delete from tokens where group_id = $1',
)

const endMemberships = change(
  memberships,
  'privacy.end_memberships_of_group',
  `update memberships set left_at = $left_at, left_by = '${ENDED_WITH_IT}'
   where group_id = $group_id and left_at is null`,
)

const begin = change(
  groups,
  'privacy.begin_deletion',
  `update groups set member_count = 0, admin_count = 0, deleting_at = coalesce(deleting_at, $deleting_at)
   where id = $id`,
)

/** From the commit on nobody acts in it, no token acts for it, and the service goes on with the deletion. */
export const closeGroupRows = async (tx: Tx, id: GroupId, now: number): Promise<void> => {
  await tx.run(removeTokens, id)
  await tx.run(endMemberships, { group_id: id, left_at: now })
  await tx.run(begin, { id, deleting_at: now })
}

const listBegun = sql<{ id: GroupId }, [limit: number]>(
  'privacy.list_groups_in_deletion',
  'select id from groups where deleting_at is not null order by deleting_at, id limit $1',
)

/** Those that are not done, the longest waiting first. */
export const listGroupsInDeletion = async (reader: Reader, limit: number): Promise<readonly GroupId[]> =>
  (await reader.all(listBegun, limit)).map(({ id }) => id)

export type EndedMember = Membership & Pick<RowIn<typeof memberships>, 'left_by'>

const listMembers = sql<EndedMember, [groupId: GroupId, limit: number]>(
  'privacy.list_ended_members',
  `select id, group_id, person_id, first_name, role, joined_at, left_by from memberships
   where group_id = $1 order by id limit $2`,
)

export const listEndedMembers = (
  reader: Reader,
  groupId: GroupId,
  limit: number,
): Promise<readonly EndedMember[]> => reader.all(listMembers, groupId, limit)

export const endedWithGroup = ({ left_by }: EndedMember): boolean => left_by === ENDED_WITH_IT

const removeMember = sql<never, [id: MemberId]>(
  'privacy.remove_membership',
  'delete from memberships where id = $1',
)

const lookLater = change(
  people,
  'privacy.look_later',
  'update people set look_at = $look_at where id = $id and look_at < $look_at',
)

/** The membership told how long its person was idle; so they are looked at later instead. */
export const removeMembership = async (
  tx: Tx,
  { id, person_id }: EndedMember,
  lookAt: number,
): Promise<void> => {
  await tx.run(lookLater, { id: person_id, look_at: lookAt })
  await tx.run(removeMember, id)
}

const removals = ['group_counts', 'group_spans', 'group_stakes'].map((table) =>
  sql<never, [groupId: GroupId]>(`privacy.remove_${table}`, `delete from ${table} where group_id = $1`),
)

const removeUsage = sql<never, [groupId: GroupId]>(
  'privacy.remove_usage_of_group',
  'delete from quota_usage where owner_id = $1',
)

const removeRow = sql<never, [groupId: GroupId]>('privacy.remove_group', 'delete from groups where id = $1')

/** Once nothing else belongs to it. */
export const removeGroup = async (tx: Tx, groupId: GroupId): Promise<void> => {
  for (const removal of removals) await tx.run(removal, groupId)
  await tx.run(removeUsage, groupId)
  await tx.run(removeRow, groupId)
}
