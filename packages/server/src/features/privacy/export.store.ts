// Everything that is kept about one person, read from where they begin: their address, account and memberships.
import type { Party, Plan } from '@challenge-service/contract'
import type {
  AccountId,
  ActorId,
  ChallengeId,
  GroupId,
  MemberId,
  OwnerId,
  PersonId,
} from '../../kernel/ids.ts'
import { inPieces, sql } from '../../store/statements/statement.ts'
import type { Reader } from '../../store/store.ts'

export interface PersonRow {
  readonly id: PersonId
  readonly created_at: number
}

const findPerson = sql<PersonRow, [email: string]>(
  'privacy.find_person',
  'select id, created_at from people where email = $1',
)

export const findPersonRow = (reader: Reader, email: string): Promise<PersonRow | undefined> =>
  reader.first(findPerson, email)

export interface AccountRow {
  readonly id: AccountId
  readonly first_name: string
  readonly last_name: string | null
  readonly plan: Plan
  readonly quota: number | null
  readonly time_zone: string | null
  readonly links_sign_in: number
  readonly created_at: number
}

const findAccount = sql<AccountRow, [personId: PersonId]>(
  'privacy.find_account',
  `select id, first_name, last_name, plan, quota, time_zone, links_sign_in, created_at from accounts
   where person_id = $1`,
)

export const findAccountRow = (reader: Reader, personId: PersonId): Promise<AccountRow | undefined> =>
  reader.first(findAccount, personId)

export interface MembershipRow {
  readonly id: MemberId
  readonly group_id: GroupId
  readonly group_name: string
  /** By which the group knows them, where it is not their own any more. */
  readonly email: string | null
  readonly first_name: string
  readonly last_name: string | null
  readonly role: string
  readonly joined_at: number
  readonly left_at: number | null
}

const listMemberships = sql<MembershipRow, [personId: PersonId]>(
  'privacy.list_memberships',
  `select m.id, m.group_id, g.name as group_name, m.email, m.first_name, m.last_name, m.role, m.joined_at, m.left_at
   from memberships m join groups g on g.id = m.group_id where m.person_id = $1 order by m.id`,
)

export const listMembershipRows = (reader: Reader, personId: PersonId): Promise<readonly MembershipRow[]> =>
  reader.all(inPieces(listMemberships), personId)

export interface RecordRow {
  readonly scope: 'all' | GroupId
  readonly won: number
  readonly lost: number
  readonly drawn: number
  readonly void: number
  readonly open: number
  readonly current_streak: number
  readonly best_streak: number
}

const listRecords = sql<RecordRow, [personId: PersonId]>(
  'privacy.list_records',
  `select scope, won, lost, drawn, void, open, current_streak, best_streak from records
   where person_id = $1 order by scope`,
)

export const listRecordRows = (reader: Reader, personId: PersonId): Promise<readonly RecordRow[]> =>
  reader.all(inPieces(listRecords), personId)

const listUsage = sql<{ month: string; used: number }, [ownerId: OwnerId]>(
  'privacy.list_usage',
  'select month, used from quota_usage where owner_id = $1 order by month',
)

export const listUsageRows = (reader: Reader, ownerId: OwnerId) => reader.all(inPieces(listUsage), ownerId)

export interface SupportRow {
  readonly challenge_id: ChallengeId
  readonly side: Party
  readonly comment: string | null
  readonly created_at: number
}

const listSupports = sql<SupportRow, [personId: PersonId, after: string, limit: number]>(
  'privacy.list_supports',
  `select challenge_id, side, comment, created_at from supports
   where person_id = $1 and challenge_id > $2 order by challenge_id limit $3`,
)

export const listSupportRows = (
  reader: Reader,
  personId: PersonId,
  after: string,
  limit: number,
): Promise<readonly SupportRow[]> => reader.all(inPieces(listSupports), personId, after, limit)

export interface VoteRow {
  readonly question_id: string
  readonly day: string
  readonly text: string
  readonly options: string
  readonly option_index: number
  readonly created_at: number
}

const listVotes = sql<VoteRow, [voterId: ActorId, after: string, limit: number]>(
  'privacy.list_votes',
  `select v.question_id, q.day, q.text, q.options, v.place as option_index, v.created_at
   from question_votes v join questions q on q.id = v.question_id
   where v.voter_id = $1 and v.question_id > $2 order by v.question_id limit $3`,
)

export const listVoteRows = (
  reader: Reader,
  voterId: ActorId,
  after: string,
  limit: number,
): Promise<readonly VoteRow[]> => reader.all(listVotes, voterId, after, limit)

const listKeys = sql<
  { actor_id: ActorId; key: string; created_at: number },
  [ownerId: OwnerId, actorId: ActorId, after: string, limit: number]
>(
  'privacy.list_keys',
  `select actor_id, key, created_at from idempotency_keys
   where owner_id = $1 and actor_id = $2 and key > $3 order by key limit $4`,
)

export const listKeyRows = (
  reader: Reader,
  ownerId: OwnerId,
  actorId: ActorId,
  after: string,
  limit: number,
) => reader.all(listKeys, ownerId, actorId, after, limit)

export interface ExportedBlockRow {
  /** What they were called where they were blocked; null where that is not known. Never a name of their account. */
  readonly first_name: string | null
  readonly blocked_at: number
}

const listBlocks = sql<ExportedBlockRow, [personId: PersonId]>(
  'privacy.list_blocks',
  `select b.name as first_name, b.blocked_at from block_origins b where b.person_id = $1
   order by b.blocked_at, b.origin`,
)

export const listBlockRows = (reader: Reader, personId: PersonId): Promise<readonly ExportedBlockRow[]> =>
  reader.all(inPieces(listBlocks), personId)

const listAcquaintances = sql<
  { readonly causer_id: PersonId },
  [personId: PersonId, after: string, limit: number]
>(
  'privacy.list_acquaintances',
  'select causer_id from acquaintances where person_id = $1 and causer_id > $2 order by causer_id limit $3',
)

export const listAcquaintanceRows = (reader: Reader, personId: PersonId, after: string, limit: number) =>
  reader.all(listAcquaintances, personId, after, limit)

export interface MetRow {
  readonly challenge_id: ChallengeId
  /** The other party, and what they are called in it. */
  readonly id: PersonId
  readonly first_name: string | null
  readonly accepted_at: number | null
}

const listMet = sql<MetRow, [personId: PersonId, after: string]>(
  'privacy.list_met',
  `select c.id as challenge_id, c.accepted_at,
     case when c.creator_id = $1 then c.opponent_id else c.creator_id end as id,
     case when c.creator_id = $1 then c.opponent_name else c.creator_name end as first_name
   from challenge_listings l join challenges c on c.id = l.challenge_id
   where l.listing = $1 and l.challenge_id > $2 order by l.challenge_id limit 100`,
)

/** With whom they have a challenge, the oldest hundred after one. */
export const listMetRows = (reader: Reader, personId: PersonId, after: string): Promise<readonly MetRow[]> =>
  reader.all(listMet, personId, after)
