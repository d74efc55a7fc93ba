// A person or a group in numbers, for the operator: what there is, and what would end with it.
import type { MemberRole, Plan } from '@challenge-service/contract'
import { challengeStatuses, roles, type ChallengeStatus } from '@challenge-service/contract/plain'
import type { AccountId, GroupId, ListingId, OwnerId, PersonId, UncheckedId } from '../../kernel/ids.ts'
import { inPieces, sql } from '../../store/statements/statement.ts'
import type { Reader } from '../../store/store.ts'

const countTokens = sql<{ count: number }, [ownerId: OwnerId, now: number]>(
  'privacy.count_tokens',
  `select count(*) as count from tokens where revoked_at is null and (expires_at is null or expires_at > $2)
     and id in (select id from tokens where account_id = $1 union all select id from tokens where group_id = $1)`,
)

const countWebhooks = sql<{ count: number }, [ownerId: OwnerId]>(
  'privacy.count_webhooks',
  'select count(*) as count from webhooks where owner_id = $1 and deleted_at is null',
)

export interface OwnedThings {
  /** Those that can still be used. */
  readonly tokens: number
  readonly webhooks: number
}

export const countOwned = async (reader: Reader, ownerId: OwnerId, now: number): Promise<OwnedThings> => {
  const [tokens, webhooks] = await Promise.all([
    reader.first(countTokens, ownerId, now),
    reader.first(countWebhooks, ownerId),
  ])
  return { tokens: tokens?.count ?? 0, webhooks: webhooks?.count ?? 0 }
}

const closed: readonly ChallengeStatus[] = ['resolved', 'cancelled', 'declined', 'expired']
const open = challengeStatuses.filter((status) => !closed.includes(status))

const countOf = (name: string, statuses: readonly ChallengeStatus[]) =>
  sql<{ readonly count: number }, [listing: ListingId, most: number]>(
    `privacy.count_${name}_challenges`,
    `select count(*) as count from (
       select challenge_id from challenge_listings
       where listing = $1 and role in (${inQuotes(roles)}) and status in (${inQuotes(statuses)}) limit $2) as page`,
  )

const inQuotes = (names: readonly string[]): string => names.map((name) => `'${name}'`).join(', ')

const countOpen = countOf('open', open)
const countClosed = countOf('closed', closed)

export interface ChallengeCounts {
  readonly open: number
  readonly closed: number
}

/** Of a person or a group. `most`: how far each is counted. */
export const countChallenges = async (
  reader: Reader,
  listing: ListingId,
  most: number,
): Promise<ChallengeCounts> => ({
  open: (await reader.first(countOpen, listing, most))?.count ?? 0,
  closed: (await reader.first(countClosed, listing, most))?.count ?? 0,
})

/** For callers that delay nobody by counting. */
export const ALL = Number.MAX_SAFE_INTEGER

export interface OwnGroup {
  readonly id: GroupId
  readonly name: string
  readonly role: MemberRole
  readonly admin_count: number
}

const listGroups = sql<OwnGroup, [personId: PersonId]>(
  'privacy.list_present_groups',
  `select g.id, g.name, m.role, g.admin_count from memberships m join groups g on g.id = m.group_id
   where m.person_id = $1 and m.left_at is null order by g.id`,
)

/** Those that they are a member of now. */
export const listOwnGroups = (reader: Reader, personId: PersonId): Promise<readonly OwnGroup[]> =>
  reader.all(inPieces(listGroups), personId)

export interface PersonWithAccount {
  readonly person_id: PersonId
  readonly id: AccountId
  readonly first_name: string
  readonly last_name: string | null
  readonly plan: Plan
  readonly quota: number | null
  readonly created_at: number
}

const findAccount = sql<PersonWithAccount, [email: string]>(
  'privacy.find_account_of_address',
  `select a.person_id, a.id, a.first_name, a.last_name, a.plan, a.quota, a.created_at
   from people p join accounts a on a.person_id = p.id where p.email = $1`,
)

export const findAccountOfAddress = (reader: Reader, email: string): Promise<PersonWithAccount | undefined> =>
  reader.first(findAccount, email)

export interface GroupFacts {
  readonly id: GroupId
  readonly name: string
  readonly quota: number | null
  readonly member_count: number
  readonly admin_count: number
  readonly created_at: number
  readonly deleting_at: number | null
}

const findGroup = sql<GroupFacts, [id: UncheckedId<'group'>]>(
  'privacy.find_group',
  'select id, name, quota, member_count, admin_count, created_at, deleting_at from groups where id = $1',
)

export const findGroupFacts = (reader: Reader, id: UncheckedId<'group'>): Promise<GroupFacts | undefined> =>
  reader.first(findGroup, id)
