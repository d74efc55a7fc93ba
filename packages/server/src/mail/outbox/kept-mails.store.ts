// Mails as they are kept: found and listed, for those who send them, for the operator, and for an export.
import type { CauserId, ChallengeId, GroupId, MailId, PersonId, UncheckedId } from '../../kernel/ids.ts'
import { inPieces, sql, sqlRows } from '../../store/statements/statement.ts'
import type { Reader } from '../../store/store.ts'
import type { MailCategory } from '../limits/limits.rules.ts'
import type { DeadlineStage, Notice, NoticeClass, NoticeKind } from '../notice.rules.ts'
import type { MailState } from './outbox.store.ts'

interface MailRow {
  readonly id: MailId
  readonly person_id: PersonId
  readonly challenge_id: ChallengeId | null
  readonly owner_id: PersonId | GroupId
  readonly causer_id: CauserId
  readonly through_id: GroupId | null
  readonly class: NoticeClass
  readonly kind: NoticeKind
  readonly facts: string
  readonly stage: DeadlineStage | 'leave' | null
  readonly answer_by: number | null
  readonly state: MailState
  readonly reason: string | null
  readonly tries: number
  readonly sort: MailCategory | null
  readonly gathered_in: MailId | null
  readonly counted_at: number | null
  readonly created_at: number
  readonly settled_at: number | null
  readonly email: string | null
  readonly has_account: number
  readonly link_number: number | null
}

const columns = `m.id, m.person_id, m.challenge_id, m.owner_id, m.causer_id, m.through_id, m.class, m.kind, m.facts,
  m.stage, m.answer_by, m.state, m.reason, m.tries, m.sort, m.gathered_in, m.counted_at, m.created_at, m.settled_at, p.email,
  case when a.id is null then 0 else 1 end as has_account,
  case when m.person_id = c.creator_id then c.creator_link else coalesce(c.opponent_link, g.leave_link) end as link_number`
const joins = `join people p on p.id = m.person_id left join accounts a on a.person_id = m.person_id
   left join challenges c on c.id = m.challenge_id
   left join memberships g on m.kind = 'member_added' and g.group_id = m.owner_id and g.person_id = m.person_id`

/** A mail with what is known of its receiver now. */
export type StoredMail = Notice & {
  readonly id: MailId
  /** Null once the receiver was erased. */
  readonly address: string | null
  readonly hasAccount: boolean
  /** What a link to its challenge, or to leave its group, carries now. */
  readonly linkNumber: number
  readonly state: MailState
  readonly reason: string | null
  readonly tries: number
  /** Which limit it fell under; null while that is not decided. */
  readonly category: MailCategory | null
  /** The mail that it went out with; null where it went by itself. */
  readonly gatheredIn: MailId | null
  readonly countedAt: number | null
  readonly createdAt: number
  readonly settledAt: number | null
}

const toMail = (row: MailRow): StoredMail => ({
  id: row.id,
  personId: row.person_id,
  ownerId: row.owner_id,
  causerId: row.causer_id,
  throughId: row.through_id,
  class: row.class,
  ...toNotice(row),
  address: row.email,
  hasAccount: row.has_account === 1,
  linkNumber: row.link_number ?? 0,
  state: row.state,
  reason: row.reason,
  tries: row.tries,
  category: row.sort,
  gatheredIn: row.gathered_in,
  countedAt: row.counted_at,
  createdAt: row.created_at,
  settledAt: row.settled_at,
})

type Told<N = Notice> = N extends Notice ? Pick<N, 'kind' | 'challengeId' | 'deadline' | 'facts'> : never

// Each kind was written with its own parts, so they come back with it.
const toNotice = (row: MailRow): Told => {
  const { kind, challenge_id: challengeId, facts, stage, answer_by: by } = row
  const deadline = stage && by !== null ? { stage, by } : null
  const parts = { kind, challengeId, deadline, facts: JSON.parse(facts) as Notice['facts'] }
  return parts as Told
}

const find = sql<MailRow, [id: UncheckedId<'mail'>]>(
  'mail.find',
  `select ${columns} from mails m ${joins} where m.id = $1`,
)

export const findMail = async (reader: Reader, id: UncheckedId<'mail'>): Promise<StoredMail | undefined> => {
  const row = await reader.first(find, id)
  return row && toMail(row)
}

const findSome = sqlRows<MailRow>(
  'mail.find_some',
  1,
  `select ${columns} from mails m ${joins} where m.id in (values {rows})`,
)

const FOUND_AT_ONCE = 100

export const findMails = async (
  reader: Reader,
  ids: readonly MailId[],
): Promise<ReadonlyMap<MailId, StoredMail>> => {
  const found = new Map<MailId, StoredMail>()
  for (let from = 0; from < ids.length; from += FOUND_AT_ONCE) {
    const some = ids.slice(from, from + FOUND_AT_ONCE)
    for (const row of await reader.all(findSome(some.length), ...some)) found.set(row.id, toMail(row))
  }
  return found
}

const listGathered = sql<MailRow, [leadId: UncheckedId<'mail'>]>(
  'mail.list_gathered_mails',
  `select ${columns} from mails m ${joins} where m.gathered_in = $1 order by m.id`,
)

/** Those that went out with a mail. */
export const listGatheredWith = async (
  reader: Reader,
  leadId: UncheckedId<'mail'>,
): Promise<readonly StoredMail[]> => (await reader.all(listGathered, leadId)).map(toMail)

const listNewest = sql<MailRow, [limit: number]>(
  'mail.list_newest',
  `select ${columns} from mails m ${joins} order by m.id desc limit $1`,
)

/** For the operator: newest first. */
export const listMails = async (reader: Reader, limit: number): Promise<readonly StoredMail[]> =>
  (await reader.all(listNewest, limit)).map(toMail)

const listAside = sql<MailRow, [personId: PersonId, after: string, limit: number]>(
  'mail.list_aside',
  `select ${columns} from mails m ${joins} where m.person_id = $1 and m.challenge_id is null and m.id > $2
   order by m.challenge_id, m.id limit $3`,
)

const listOfChallenges = sql<
  MailRow,
  [personId: PersonId, challengeId: UncheckedId<'challenge'>, after: string, limit: number]
>(
  'mail.list_of_challenges',
  `select ${columns} from mails m ${joins} where m.person_id = $1 and (m.challenge_id, m.id) > ($2, $3)
   order by m.challenge_id, m.id limit $4`,
)

/** Of no challenge, or of one; then which mail. */
export interface MailCursor {
  readonly challengeId: UncheckedId<'challenge'> | null
  readonly id: UncheckedId<'mail'>
}

/** Those to a person: first those of no challenge, then challenge by challenge, the oldest first. */
export const listMailsTo = async (
  reader: Reader,
  personId: PersonId,
  after: MailCursor | undefined,
  limit: number,
): Promise<readonly StoredMail[]> => {
  const challengeId = after?.challengeId ?? ''
  const aside =
    challengeId === '' ? await reader.all(inPieces(listAside), personId, after?.id ?? '', limit) : []
  const left = limit - aside.length
  const afterId = challengeId === '' ? '' : (after?.id ?? '')
  const rest =
    left > 0 ? await reader.all(inPieces(listOfChallenges), personId, challengeId, afterId, left) : []
  return [...aside, ...rest].map(toMail)
}
