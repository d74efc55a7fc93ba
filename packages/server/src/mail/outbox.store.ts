// The outbox. A row is written with the change that it tells of, whatever is known of its receiver; claiming
// it comes later, one node at a time, and holds only as long as its lease.
import {
  newId,
  type CauserId,
  type ChallengeId,
  type GroupId,
  type MailId,
  type PersonId,
} from '../kernel/ids.ts'
import { sql } from '../store/statement.ts'
import type { Tx } from '../store/store.ts'
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
