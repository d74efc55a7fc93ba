// Groups and members on disk. Each query begins at the person who asks, or at a group that they are inside of.
import type { Order, MemberRole } from '@challenge-service/contract'
import type { GroupId, PersonId, UncheckedId } from '../../kernel/ids.ts'
import { rowsToFetch, type PageRequest } from '../../kernel/page.ts'
import { flattenParams, sql, sqlRows } from '../../store/statements/statement.ts'
import type { Reader } from '../../store/store.ts'
import type { Actor } from '../access/actor.ts'
import { findMember, type Membership } from '../access/groups.store.ts'

export interface GroupRow {
  readonly id: GroupId
  readonly name: string
  readonly role: MemberRole
  readonly member_count: number
  readonly created_at: number
}

const ownGroups = `select g.id, g.name, m.role, g.member_count, g.created_at
  from memberships m join groups g on g.id = m.group_id
  where m.person_id = $1 and m.left_at is null`

const makePage = (order: Order) =>
  sql<GroupRow, [personId: PersonId, after: string, limit: number]>(
    `groups.page_${order}`,
    `${ownGroups} and m.group_id ${order === 'asc' ? '>' : '<'} $2 order by m.group_id ${order} limit $3`,
  )

const pages = { asc: makePage('asc'), desc: makePage('desc') }

const findOne = sql<GroupRow, [personId: PersonId, groupId: GroupId]>(
  'groups.find_own',
  `${ownGroups} and m.group_id = $2`,
)

const START: Readonly<Record<Order, string>> = { asc: '', desc: '~' }
const getStart = ({ after, order }: PageRequest): string => String(after?.[0] ?? START[order])

/** Those that the acting person is a member of; through a group token that one alone. */
export const listGroups = async (
  reader: Reader,
  { personId, groupId }: Actor,
  page: PageRequest,
): Promise<readonly GroupRow[]> => {
  if (groupId === null) return reader.all(pages[page.order], personId, getStart(page), rowsToFetch(page))
  const own = await reader.first(findOne, personId, groupId)
  return own ? [own] : []
}

/** The acting person's own membership of a group; undefined where they are no member, or their token is another's. */
export const findInside = async (
  reader: Reader,
  actor: Pick<Actor, 'personId' | 'groupId'>,
  groupId: UncheckedId<'group'>,
): Promise<Membership | undefined> =>
  actor.groupId === null || actor.groupId === groupId
    ? findMember(reader, groupId, actor.personId)
    : undefined

const pageOfMembers = (order: Order) =>
  sql<Membership, [groupId: GroupId, after: string, limit: number]>(
    `groups.page_members_${order}`,
    `select id, group_id, person_id, first_name, role, joined_at from memberships
     where group_id = $1 and left_at is null and id ${order === 'asc' ? '>' : '<'} $2
     order by id ${order} limit $3`,
  )

const pagesOfMembers = { asc: pageOfMembers('asc'), desc: pageOfMembers('desc') }

export const listMembers = (
  reader: Reader,
  groupId: GroupId,
  page: PageRequest,
): Promise<readonly Membership[]> =>
  reader.all(pagesOfMembers[page.order], groupId, getStart(page), rowsToFetch(page))

const findListed = sqlRows<{ email: string }>(
  'groups.find_listed',
  2,
  `with listed (group_id, email) as (values {rows})
   select l.email from listed l
   where exists (select 1 from memberships m where m.group_id = l.group_id and m.email = l.email and m.left_at is null)
     or exists (select 1 from people p join memberships m on m.group_id = l.group_id and m.person_id = p.id
       where p.email = l.email and (m.left_at is null or m.left_by <> 'admin'))`,
)

/** Of a list of addresses those whom an admin cannot add: they are members, or have left. */
export const listNotToAdd = async (
  reader: Reader,
  groupId: GroupId,
  addresses: readonly string[],
): Promise<ReadonlySet<string>> => {
  if (addresses.length === 0) return new Set()
  const rows = addresses.map((address) => [groupId, address])
  return new Set(
    (await reader.all(findListed(rows.length), ...flattenParams(rows))).map(({ email }) => email),
  )
}
