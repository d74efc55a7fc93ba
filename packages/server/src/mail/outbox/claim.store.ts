// Claiming mails of the outbox: one node at a time looks at what is due, with all that the limits ask for, and writes
// down what was decided. A claim holds only as long as its lease.
import type { CauserId, ChallengeId, GroupId, MailId, PersonId } from '../../kernel/ids.ts'
import { DAY_MS } from '../../kernel/instants.ts'
import { declareInSizes, runInChunks } from '../../store/statements/chunks.ts'
import { change, changeByRows } from '../../store/statements/changes.ts'
import { mails, mailTurns } from '../../store/schema/mails.ts'
import { flattenParams, sql, sqlRows } from '../../store/statements/statement.ts'
import { columnsOf, int, orNull } from '../../store/statements/table.ts'
import type { Reader, Tx } from '../../store/store.ts'
import { isKnown } from '../known-mails.ts'
import type { MailCategory, Went } from '../limits/limits.rules.ts'
import type { NoticeClass, NoticeKind } from '../notice.rules.ts'
import type { MailState } from './outbox.store.ts'

const takeTurn = change(
  mailTurns,
  'mail.take_turn',
  'update mail_turns set taken_at = $taken_at where id = 1',
)

/** Taken before mails are counted against the limits, and held to the commit. */
export const takeMailTurn = async (tx: Tx, now: number): Promise<void> => {
  await tx.run(takeTurn, { taken_at: now })
}

/** A mail that is to be decided of. */
export interface DueMail {
  readonly id: MailId
  readonly person_id: PersonId
  readonly challenge_id: ChallengeId | null
  readonly owner_id: PersonId | GroupId
  readonly causer_id: CauserId
  readonly through_id: GroupId | null
  readonly class: NoticeClass
  readonly kind: NoticeKind
  readonly answer_by: number | null
  readonly counted_at: number | null
  readonly held: number
  readonly created_at: number
  readonly email: string | null
  /** 1 where the receiver is no stranger to the causer. */
  readonly acquainted: number | null
  /** Of a membership alone, in JSON. */
  readonly member_facts: string | null
  /** Of a withdrawal alone: how far the invitation has come, null once it was sent. */
  readonly invitation_state: MailState | null
}

const columns = `m.id, m.person_id, m.challenge_id, m.owner_id, m.causer_id, m.through_id, m.class, m.kind,
  m.answer_by, m.counted_at, m.held, m.created_at, p.email,
  (select 1 from acquaintances a where a.person_id = m.person_id and a.causer_id = m.causer_id) as acquainted,
  case when m.kind = 'member_added' then m.facts end as member_facts,
  case when m.kind = 'withdrawn' then (select i.state from mails i
    where i.person_id = m.person_id and i.challenge_id = m.challenge_id and i.kind = 'invited'
      and i.state not in ('sent', 'kept') limit 1) end as invitation_state`

const listDue = sql<DueMail, [now: number, limit: number]>(
  'mail.list_due',
  `select ${columns} from mails m join people p on p.id = m.person_id
   where m.due_at <= $1 and ${isKnown('m')} order by m.due_at, m.id limit $2`,
)

/** Those to be tried now. Until the commit no other node looks: so limits are exact, and nothing is sent twice. */
export const lockDueMails = async (tx: Tx, now: number, limit: number): Promise<readonly DueMail[]> => {
  const [, due] = await Promise.all([takeMailTurn(tx, now), tx.all(listDue, now, limit)])
  return due
}

const held = (name: string, which: string) =>
  sql<DueMail, [personId: PersonId, limit: number, source: string]>(
    name,
    `select ${columns} from mails m join people p on p.id = m.person_id
     where m.person_id = $1 and m.held = 1 and m.state = 'waiting' and m.gathered_in is null and ${which}
       and ${isKnown('m')}
     order by m.id limit $2`,
  )

const listHeld = {
  invitation: held('mail.list_held_invitations', `m.class = 'invitation' and m.causer_id = $3`),
  group: held('mail.list_held_of_group', `m.through_id = $3`),
  news: held('mail.list_held_news', `m.class = 'news' and $3 = ''`),
} as const

/** Those to a person that may wait for a slot of this category and source, the oldest first. */
export const listHeldMails = (
  reader: Reader,
  personId: PersonId,
  category: Exclude<MailCategory, 'deadline' | 'account'>,
  source: string,
  limit: number,
): Promise<readonly DueMail[]> => {
  const which = category === 'unasked' || category === 'acquainted' ? 'invitation' : category
  return reader.all(listHeld[which], personId, limit, source)
}

const listGathered = sql<DueMail, [leadId: MailId]>(
  'mail.list_gathered',
  `select ${columns} from mails m join people p on p.id = m.person_id
   where m.gathered_in = $1 and m.state in ('waiting', 'sending') and ${isKnown('m')} order by m.id`,
)

/** Those that go out with a mail. */
export const listGatheredMails = (reader: Reader, leadId: MailId): Promise<readonly DueMail[]> =>
  reader.all(listGathered, leadId)

/** They go by themselves, once there is a place for them. */
const goAlone = `update mails set gathered_in = null, held = 1, state = 'waiting', lease = null, due_at = $due_at`

const release = change(
  mails,
  'mail.release_gathered',
  `${goAlone} where gathered_in = $gathered_in and state in ('waiting', 'sending')`,
)

/** They go out without the mail that they were to go with. */
export const releaseGathered = async (tx: Tx, leadId: MailId, now: number): Promise<void> => {
  await tx.run(release, { gathered_in: leadId, due_at: now })
}

const releaseUnknown = change(
  mails,
  'mail.release_unknown',
  `${goAlone} where gathered_in = $gathered_in and state in ('waiting', 'sending') and not ${isKnown('mails')}`,
)

/** What only a newer release can send does not go with a mail of ours: it waits by itself. */
export const releaseUnknownFrom = (tx: Tx, leadId: MailId, now: number): void =>
  tx.enqueue(releaseUnknown, { gathered_in: leadId, due_at: now })

const releaseFrom = change(
  mails,
  'mail.release_from_unknown',
  `${goAlone} where state in ('waiting', 'sending') and ${isKnown('mails')} and gathered_in in (
     select m.id from mails m where m.due_at <= $due_at and not ${isKnown('m')} order by m.due_at, m.id limit $limit)`,
)

/** The other way round: what we can send does not wait for a mail that we cannot. At most those of so many mails. */
export const releaseFromUnknown = async (tx: Tx, now: number, limit: number): Promise<void> => {
  await tx.run(releaseFrom, { due_at: now, limit })
}

const listWent = sqlRows<{ inbox: string; sort: MailCategory; source: string; counted_at: number }>(
  'mail.list_went',
  2,
  `with wanted (inbox, since) as (values {rows})
   select m.inbox, m.sort, m.source, m.counted_at from wanted a
   join mails m on m.inbox = a.inbox and m.counted_at > cast(a.since as bigint)`,
)

/** What was counted for these inboxes since then. */
export const listWentTo = async (
  reader: Reader,
  inboxes: readonly string[],
  since: number,
): Promise<readonly Went[]> => {
  if (inboxes.length === 0) return []
  const params = flattenParams(inboxes.map((inbox) => [inbox, since]))
  const rows = await reader.all(listWent(inboxes.length), ...params)
  return rows.map(({ inbox, sort, source, counted_at: at }) => ({ inbox, category: sort, source, at }))
}

const listUnasked = sql<{ counted_at: number }, [ownerId: PersonId | GroupId, since: number, limit: number]>(
  'mail.list_unasked_by_owner',
  `select counted_at from mails where owner_id = $1 and unanswered = 1 and counted_at > $2
   order by counted_at desc limit $3`,
)

/** When the newest few unasked ones of an owner went out. */
export const listUnaskedBy = async (
  reader: Reader,
  ownerId: PersonId | GroupId,
  since: number,
  limit: number,
): Promise<readonly number[]> =>
  (await reader.all(listUnasked, ownerId, since, limit)).map(({ counted_at }) => counted_at)

/** What was decided of a mail. */
export interface DecidedMail {
  readonly id: MailId
  readonly state: MailState
  readonly reason: string | null
  readonly dueAt: number | null
  readonly lease: string | null
  /** Set where it goes out or is kept. The try is counted here, before it is made: a sender that dies has used it. */
  readonly goesAt: number | null
  readonly settledAt: number | null
  /** It waits for a free place. */
  readonly isHeld: boolean
  /** The mail that it goes out with. */
  readonly gatheredIn: MailId | null
  /** What it is counted as, once. */
  readonly counted: {
    readonly inbox: string | null
    readonly category: MailCategory
    readonly source: string
  } | null
}

const decide = declareInSizes(
  changeByRows(
    mails,
    'mail.decide',
    {
      ...columnsOf(
        mails,
        'id',
        'state',
        'reason',
        'due_at',
        'lease',
        'settled_at',
        'held',
        'gathered_in',
        'inbox',
        'sort',
        'source',
      ),
      goes_at: orNull(int()),
    },
    `with decided ({columns}) as (values {rows})
   update mails
   set state = d.state, reason = coalesce(d.reason, mails.reason), due_at = d.due_at, lease = d.lease,
       tries = case when d.goes_at is null then tries else tries + 1 end,
       counted_at = coalesce(counted_at, case when d.sort is null then null else d.goes_at end),
       unanswered = case when d.sort = 'unasked' then 1 else mails.unanswered end,
       held = d.held, gathered_in = coalesce(d.gathered_in, mails.gathered_in),
       inbox = coalesce(d.inbox, mails.inbox), sort = coalesce(d.sort, mails.sort),
       source = coalesce(d.source, mails.source), settled_at = d.settled_at
   from decided d where mails.id = d.id`,
  ),
)

export const saveDecisions = async (tx: Tx, decisions: readonly DecidedMail[]): Promise<void> => {
  await runInChunks(tx, decide, decisions.map(toRow))
}

const toRow = ({ id, state, reason, dueAt, lease, goesAt, settledAt, ...decision }: DecidedMail) => ({
  id,
  state,
  reason,
  due_at: dueAt,
  lease,
  goes_at: goesAt,
  settled_at: settledAt,
  held: decision.isHeld ? 1 : 0,
  gathered_in: decision.gatheredIn,
  inbox: decision.counted?.inbox ?? null,
  sort: decision.counted?.category ?? null,
  source: decision.counted?.source ?? null,
})

const settle = change(
  mails,
  'mail.settle',
  `update mails set state = $state, reason = $reason, settled_at = $settled_at, lease = null,
     due_at = case when gathered_in is null then cast($due_at as bigint) end
   where lease = $lease and (id = $id or gathered_in = $id)`,
)

export interface SettledMail {
  readonly state: MailState
  readonly reason: string | null
  /** When to try again; null where it is over. */
  readonly dueAt: number | null
}

/** With all that went with it. False once the lease is another's: then nothing is changed. */
export const settleMail = async (
  tx: Tx,
  id: MailId,
  lease: string,
  { state, reason, dueAt }: SettledMail,
  now: number,
): Promise<boolean> => {
  const settled_at = dueAt === null ? now : null
  return (await tx.run(settle, { id, lease, state, reason, due_at: dueAt, settled_at })) > 0
}

// An invitation that was not sent is kept while it can be taken back: nobody is told of that who was not invited.
const KEPT_MS = 30 * DAY_MS
// From when on it is kept for so long, word for word as in the index of the schema.
const keptFrom = `(case when kind = 'invited' and state not in ('sent', 'kept')
  and answer_by > settled_at + ${KEPT_MS} then answer_by - ${KEPT_MS} else settled_at end)`

const prune = sql<never, [before: number, limit: number]>(
  'mail.prune',
  `delete from mails where id in (
     select id from mails where settled_at is not null and ${keptFrom} <= $1 order by ${keptFrom}, id limit $2)`,
)

/** At most so many of those that were settled thirty days ago; tells how many. */
export const pruneSettled = (tx: Tx, now: number, limit: number): Promise<number> =>
  tx.run(prune, now - KEPT_MS, limit)
