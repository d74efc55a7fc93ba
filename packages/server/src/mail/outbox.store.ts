// The outbox. A row is written with the change that it tells of, whatever is known of its receiver; claiming
// it comes later, one node at a time, and holds only as long as its lease.
import { newId } from '../kernel/ids.ts'
import { inOneRow, sql, sqlRows, type Param } from '../store/statement.ts'
import type { Reader, Tx } from '../store/store.ts'
import type { Notice, NoticeKind, Stage } from './notice.rules.ts'

export type MailState = 'waiting' | 'sending' | 'sent' | 'kept' | 'dropped' | 'failed'

const insert = sql<
  never,
  [
    id: string,
    personId: string,
    challengeId: string | null,
    ownerId: string,
    creatorId: string,
    kind: NoticeKind,
    facts: string,
    stage: Stage | 'leave' | null,
    answerBy: number | null,
    now: number,
  ]
>(
  'mail.insert',
  `insert into mails (id, person_id, challenge_id, owner_id, creator_id, kind, facts, stage, answer_by, state, tries,
     due_at, unanswered, created_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, 'waiting', 0, $10, 0, $10)`,
)

export const queueMail = (tx: Tx, notice: Notice, now: number): void => {
  const { kind, personId, challengeId, ownerId, creatorId, answer, facts } = notice
  const id = newId('mail', now)
  const words = JSON.stringify(facts)
  const asked = [answer?.stage ?? null, answer?.by ?? null] as const
  tx.runAlong(insert, id, personId, challengeId, ownerId, creatorId, kind, words, ...asked, now)
}

interface MailRow {
  readonly id: string
  readonly person_id: string
  readonly challenge_id: string | null
  readonly owner_id: string
  readonly creator_id: string
  readonly kind: NoticeKind
  readonly facts: string
  readonly stage: Stage | 'leave' | null
  readonly answer_by: number | null
  readonly state: MailState
  readonly reason: string | null
  readonly tries: number
  readonly counted_at: number | null
  readonly created_at: number
  readonly settled_at: number | null
  readonly email: string | null
  readonly has_account: number
}

const columns = `m.id, m.person_id, m.challenge_id, m.owner_id, m.creator_id, m.kind, m.facts, m.stage, m.answer_by,
  m.state, m.reason, m.tries, m.counted_at, m.created_at, m.settled_at, p.email,
  case when a.id is null then 0 else 1 end as has_account`
const joins = 'join people p on p.id = m.person_id left join accounts a on a.person_id = m.person_id'

/** A mail with what is known of its receiver now. */
export type StoredMail = Notice & {
  readonly id: string
  /** Null once the receiver was erased. */
  readonly address: string | null
  readonly hasAccount: boolean
  readonly state: MailState
  readonly reason: string | null
  readonly tries: number
  readonly countedAt: number | null
  readonly createdAt: number
  readonly settledAt: number | null
}

const toMail = (row: MailRow): StoredMail => ({
  id: row.id,
  personId: row.person_id,
  ownerId: row.owner_id,
  creatorId: row.creator_id,
  ...toNotice(row),
  address: row.email,
  hasAccount: row.has_account === 1,
  state: row.state,
  reason: row.reason,
  tries: row.tries,
  countedAt: row.counted_at,
  createdAt: row.created_at,
  settledAt: row.settled_at,
})

type Told<N = Notice> = N extends Notice ? Pick<N, 'kind' | 'challengeId' | 'answer' | 'facts'> : never

// Each kind was written with its own parts, so they come back with it.
const toNotice = (row: MailRow): Told => {
  const { kind, challenge_id: challengeId, facts, stage, answer_by: by } = row
  const answer = stage && by !== null ? { stage, by } : null
  const parts = { kind, challengeId, answer, facts: JSON.parse(facts) as Notice['facts'] }
  return parts as Told
}

const find = sql<MailRow, [id: string]>(
  'mail.find',
  `select ${columns} from mails m ${joins} where m.id = $1`,
)

export const findMail = async (reader: Reader, id: string): Promise<StoredMail | undefined> => {
  const row = await reader.first(find, id)
  return row && toMail(row)
}

const listNewest = sql<MailRow, [limit: number]>(
  'mail.list_newest',
  `select ${columns} from mails m ${joins} order by m.id desc limit $1`,
)

/** For the operator: newest first. */
export const listMails = async (reader: Reader, limit: number): Promise<readonly StoredMail[]> =>
  (await reader.all(listNewest, limit)).map(toMail)

const listAside = sql<MailRow, [personId: string, after: string, limit: number]>(
  'mail.list_aside',
  `select ${columns} from mails m ${joins} where m.person_id = $1 and m.challenge_id is null and m.id > $2
   order by m.challenge_id, m.id limit $3`,
)

const listOfChallenges = sql<MailRow, [personId: string, challengeId: string, after: string, limit: number]>(
  'mail.list_of_challenges',
  `select ${columns} from mails m ${joins} where m.person_id = $1 and (m.challenge_id, m.id) > ($2, $3)
   order by m.challenge_id, m.id limit $4`,
)

/** Of no challenge, or of one; then which mail. */
export type MailPlace = Pick<StoredMail, 'challengeId' | 'id'>

/** Those to a person: first those of no challenge, then challenge by challenge, the oldest first. */
export const listMailsTo = async (
  reader: Reader,
  personId: string,
  after: MailPlace | undefined,
  limit: number,
): Promise<readonly StoredMail[]> => {
  const challengeId = after?.challengeId ?? ''
  const aside = challengeId === '' ? await reader.all(listAside, personId, after?.id ?? '', limit) : []
  const left = limit - aside.length
  const afterId = challengeId === '' ? '' : (after?.id ?? '')
  const rest = left > 0 ? await reader.all(listOfChallenges, personId, challengeId, afterId, left) : []
  return [...aside, ...rest].map(toMail)
}

const takeTurn = sql<never, [now: number]>(
  'mail.take_turn',
  'update mail_turns set taken_at = $1 where id = 1',
)

/** A mail that is due, with all that its limits look at. */
export interface DueMail {
  readonly id: string
  readonly person_id: string
  readonly owner_id: string
  readonly creator_id: string
  readonly kind: NoticeKind
  readonly answer_by: number | null
  readonly counted_at: number | null
  readonly created_at: number
  readonly email: string | null
  /** 1 where the receiver has ever answered the owner. */
  readonly answered: number | null
  /** When the newest few went to this address, in any order. */
  readonly went_at: string | null
  readonly from_creator: number
  readonly to_strangers: number
}

const listDue = sql<DueMail, [now: number, limit: number, since: number, newest: number]>(
  'mail.list_due',
  `select m.id, m.person_id, m.owner_id, m.creator_id, m.kind, m.answer_by, m.counted_at, m.created_at, p.email,
     (select 1 from mail_answers w where w.owner_id = m.owner_id and w.person_id = m.person_id) as answered,
     (select string_agg(cast(newest.counted_at as text), ' ') from (
        select w.counted_at from mails w where w.person_id = m.person_id and w.counted_at > $3
        order by w.counted_at desc limit $4) as newest) as went_at,
     (select count(*) from mails w where w.person_id = m.person_id and w.counted_at > $3
        and w.creator_id = m.creator_id and w.kind = m.kind) as from_creator,
     (select count(*) from mails w where w.owner_id = m.owner_id and w.counted_at > $3
        and w.unanswered = 1) as to_strangers
   from mails m join people p on p.id = m.person_id
   where m.due_at <= $1 order by m.due_at, m.id limit $2`,
)

/**
 * Those to be tried now, with what went since then and the newest few to each address. Until the commit no other
 * node looks: so limits are exact, and nothing is sent twice.
 */
export const lockDueMails = async (
  tx: Tx,
  now: number,
  limit: number,
  since: number,
  newest: number,
): Promise<readonly DueMail[]> => {
  const [, due] = await Promise.all([tx.run(takeTurn, now), tx.all(listDue, now, limit, since, newest)])
  return due
}

/** What was decided of a mail. */
export interface Decision {
  readonly id: string
  readonly state: MailState
  readonly reason: string | null
  readonly dueAt: number | null
  readonly lease: string | null
  /** Set where it goes out or is kept. The try is counted here, before it is made: a sender that dies has used it. */
  readonly goesAt: number | null
  /** 1 where it goes to someone who has never answered its owner. */
  readonly unanswered: 0 | 1
  readonly settledAt: number | null
}

const decide = sqlRows(
  'mail.decide',
  8,
  `with decided (id, state, reason, due_at, lease, goes_at, unanswered, settled_at) as (values {rows})
   update mails
   set state = d.state, reason = coalesce(d.reason, mails.reason), due_at = cast(d.due_at as bigint), lease = d.lease,
       tries = case when d.goes_at is null then tries else tries + 1 end,
       counted_at = coalesce(counted_at, cast(d.goes_at as bigint)),
       unanswered = case when counted_at is null and d.goes_at is not null then cast(d.unanswered as bigint)
                         else mails.unanswered end,
       settled_at = cast(d.settled_at as bigint)
   from decided d where mails.id = d.id`,
)

export const saveDecisions = async (tx: Tx, decisions: readonly Decision[]): Promise<void> => {
  if (decisions.length === 0) return
  await tx.run(decide(decisions.length), ...inOneRow(decisions.map(toValues)))
}

const toValues = ({ id, state, reason, dueAt, lease, goesAt, unanswered, settledAt }: Decision): Param[] => [
  id,
  state,
  reason,
  dueAt,
  lease,
  goesAt,
  unanswered,
  settledAt,
]

const settle = sql<
  never,
  [
    id: string,
    lease: string,
    state: MailState,
    reason: string | null,
    dueAt: number | null,
    at: number | null,
  ]
>(
  'mail.settle',
  `update mails set state = $3, reason = $4, due_at = $5, settled_at = $6, lease = null
   where id = $1 and lease = $2`,
)

export interface Settled {
  readonly state: MailState
  readonly reason: string | null
  /** When to try again; null where it is over. */
  readonly dueAt: number | null
}

/** Does nothing once the lease is another's. */
export const settleMail = async (
  tx: Tx,
  id: string,
  lease: string,
  { state, reason, dueAt }: Settled,
  now: number,
): Promise<void> => {
  await tx.run(settle, id, lease, state, reason, dueAt, dueAt === null ? now : null)
}

const prune = sql<never, [before: number, limit: number]>(
  'mail.prune',
  `delete from mails where created_at <= $1 and id in (select id from mails where id > '' order by id limit $2)`,
)

export const pruneOldest = (tx: Tx, before: number, limit: number): Promise<number> =>
  tx.run(prune, before, limit)
