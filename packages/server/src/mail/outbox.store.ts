// The outbox. A row is written with the change that it tells of, whatever is known of its receiver; claiming
// it comes later, one node at a time, and holds only as long as its lease.
import {
  newId,
  type CauserId,
  type ChallengeId,
  type GroupId,
  type MailId,
  type PersonId,
  type UncheckedId,
} from '../kernel/ids.ts'
import { inPieces, sql, sqlRows } from '../store/statement.ts'
import type { Reader, Tx } from '../store/store.ts'
import type { Sort } from './limits.rules.ts'
import type { AnswerStage, ChallengeNotice, Notice, NoticeClass, NoticeKind } from './notice.rules.ts'

export type MailState = 'waiting' | 'sending' | 'sent' | 'kept' | 'dropped' | 'failed'

type NewMail = [
  id: MailId,
  personId: PersonId,
  challengeId: ChallengeId | null,
  ownerId: PersonId | GroupId,
  causerId: CauserId,
  throughId: GroupId | null,
  noticeClass: NoticeClass,
  kind: NoticeKind,
  facts: string,
  stage: AnswerStage | 'leave' | null,
  answerBy: number | null,
  now: number,
]

const insertInto = `insert into mails (id, person_id, challenge_id, owner_id, causer_id, through_id, class, kind, facts,
  stage, answer_by, state, tries, due_at, unanswered, created_at)`
const newValues = `$1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, 'waiting', 0, $12, 0, $12`

const insert = sql<never, NewMail>('mail.insert', `${insertInto} values (${newValues})`)

const toNewMail = (notice: Notice, now: number): NewMail => {
  const { kind, personId, challengeId, ownerId, causerId, throughId, answer, facts } = notice
  const words = JSON.stringify(facts)
  const asked = [answer?.stage ?? null, answer?.by ?? null] as const
  const from = [ownerId, causerId, throughId] as const
  return [newId('mail', now), personId, challengeId, ...from, notice.class, kind, words, ...asked, now]
}

export const queueMail = (tx: Tx, notice: Notice, now: number): MailId => {
  const mail = toNewMail(notice, now)
  tx.enqueue(insert, ...mail)
  return mail[0]
}

// By the first invitation it is known whether they were ever told of a challenge: so there is one of that kind, and one
// that did not go out gives way to the next.
const giveWay = sql<never, [personId: PersonId, challengeId: ChallengeId]>(
  'mail.give_way',
  `update mails set kind = 'invited_again' where person_id = $1 and challenge_id = $2 and kind = 'invited'
     and state in ('dropped', 'failed')`,
)

const insertAgain = sql<never, [...NewMail, isWanted: number]>(
  'mail.insert_invitation_again',
  `${insertInto} select ${newValues} where cast($13 as bigint) = 1 and not exists (
     select 1 from mails m where m.person_id = $2 and m.challenge_id = $3 and m.kind in ('invited', 'invited_again')
       and m.state in ('waiting', 'sending'))`,
)

/**
 * An invitation once more, unless one is still on its way. The same statements run whatever becomes of it; `isWanted`:
 * the receiver is to hear of it at all.
 */
export const queueInvitationAgain = async (
  tx: Tx,
  notice: ChallengeNotice,
  isWanted: boolean,
  now: number,
): Promise<void> => {
  const gaveWay = await tx.run(giveWay, notice.personId, notice.challengeId)
  const kind = gaveWay > 0 ? 'invited' : 'invited_again'
  tx.enqueue(insertAgain, ...toNewMail({ ...notice, kind }, now), isWanted ? 1 : 0)
}

const join = sql<never, [id: MailId, leadId: MailId]>(
  'mail.join',
  'update mails set gathered_in = $2, due_at = null where id = $1',
)

/** About the account of one person: they go out as one mail. */
export const queueTogether = (tx: Tx, notices: readonly Notice[], now: number): void => {
  const [leadId, ...others] = notices.map((notice) => queueMail(tx, notice, now))
  if (leadId === undefined) return
  for (const id of others) tx.enqueue(join, id, leadId)
}

const recall = sql<never, [personId: PersonId, now: number]>(
  'mail.recall',
  `update mails set state = 'waiting', lease = null, due_at = case when gathered_in is null then cast($2 as bigint) end
   where person_id = $1 and state = 'sending'`,
)

/** What is on its way to the address that someone had is sent once more; that it went there counts for nothing. */
export const recallMails = async (tx: Tx, personId: PersonId, now: number): Promise<void> => {
  await tx.run(recall, personId, now)
}

/** One that stands for others too cannot go without them. */
const isAlone = `(select count(*) from mails g where g.gathered_in = mails.id
  and g.state in ('waiting', 'sending')) = 0`

/** What still waits is overtaken by what has happened since. */
const overtake = (name: string, which: string) =>
  sql<never, [personId: PersonId, challengeId: ChallengeId, now: number]>(
    name,
    `update mails set state = 'dropped', reason = 'overtaken', due_at = null, held = 0, settled_at = $3
     where person_id = $1 and challenge_id = $2 and ${which} and state = 'waiting' and ${isAlone}`,
  )

const dropDeadlines = overtake('mail.drop_deadlines', `class = 'deadline'`)
const dropInvitation = overtake('mail.drop_invitation', `kind in ('invited', 'invited_again')`)

/** Of one challenge and one receiver only the newest deadline waits, and none that has nothing to answer any more. */
export const dropWaitingDeadlines = (
  tx: Tx,
  personId: PersonId,
  challengeId: ChallengeId,
  now: number,
): void => {
  tx.enqueue(dropDeadlines, personId, challengeId, now)
}

/** There is nothing left to answer, so nobody need hear of it. */
export const dropWaitingInvitation = (
  tx: Tx,
  personId: PersonId,
  challengeId: ChallengeId,
  now: number,
): void => {
  tx.enqueue(dropInvitation, personId, challengeId, now)
}

const dropOfGroup = sql<never, [personId: PersonId, groupId: GroupId, now: number]>(
  'mail.drop_of_group',
  `update mails set state = 'dropped', reason = 'overtaken', due_at = null, held = 0, settled_at = $3
   where person_id = $1 and challenge_id is null and owner_id = $2 and state = 'waiting' and ${isAlone}`,
)

/** What a group would still tell someone about itself, once it is gone. */
export const dropWaitingOfGroup = (tx: Tx, personId: PersonId, groupId: GroupId, now: number): void => {
  tx.enqueue(dropOfGroup, personId, groupId, now)
}

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
  readonly stage: AnswerStage | 'leave' | null
  readonly answer_by: number | null
  readonly state: MailState
  readonly reason: string | null
  readonly tries: number
  readonly sort: Sort | null
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
  readonly sort: Sort | null
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
  sort: row.sort,
  gatheredIn: row.gathered_in,
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
export interface MailPlace {
  readonly challengeId: UncheckedId<'challenge'> | null
  readonly id: UncheckedId<'mail'>
}

/** Those to a person: first those of no challenge, then challenge by challenge, the oldest first. */
export const listMailsTo = async (
  reader: Reader,
  personId: PersonId,
  after: MailPlace | undefined,
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
