// The outbox. A row is written with the change that it tells of, whatever is known of its receiver; claiming
// it comes later, one node at a time, and holds only as long as its lease.
import {
  firstIdAt,
  newId,
  type ChallengeId,
  type GroupId,
  type MailId,
  type PersonId,
} from '../../kernel/ids.ts'
import { change } from '../../store/statements/changes.ts'
import { mails } from '../../store/schema/mails.ts'
import { sql } from '../../store/statements/statement.ts'
import type { Tx } from '../../store/store.ts'
import type { ChallengeNotice, Notice, NoticeKind } from '../notice.rules.ts'

export type MailState = 'waiting' | 'sending' | 'sent' | 'kept' | 'dropped' | 'failed'

const intoMails = `insert into mails (id, person_id, challenge_id, owner_id, causer_id, through_id, class, kind, facts,
  stage, answer_by, state, tries, due_at, unanswered, created_at)`
const newMail = `$id, $person_id, $challenge_id, $owner_id, $causer_id, $through_id, $class, $kind, $facts,
  $stage, $answer_by, 'waiting', 0, $now, 0, $now`

const insert = change(mails, 'mail.insert', `${intoMails} values (${newMail})`)

const toNewMail = (notice: Notice, now: number) => ({
  id: newId('mail', now),
  person_id: notice.personId,
  challenge_id: notice.challengeId,
  owner_id: notice.ownerId,
  causer_id: notice.causerId,
  through_id: notice.throughId,
  class: notice.class,
  kind: notice.kind,
  facts: JSON.stringify(notice.facts),
  stage: notice.deadline?.stage ?? null,
  answer_by: notice.deadline?.by ?? null,
  now,
})

export const queueMail = (tx: Tx, notice: Notice, now: number): MailId => {
  const mail = toNewMail(notice, now)
  tx.enqueue(insert, mail)
  return mail.id
}

// The index has them by id, and an id is never older than its mail.
const countOfAccount = sql<
  { readonly count: number },
  [personId: PersonId, kind: NoticeKind, firstId: string, since: number]
>(
  'mail.count_of_account',
  `select count(*) as count from mails
   where person_id = $1 and challenge_id is null and kind = $2 and id > $3 and created_at > $4`,
)

const countOfChallenge = sql<
  { readonly count: number },
  [personId: PersonId, challengeId: ChallengeId, kind: NoticeKind, firstId: string, since: number]
>(
  'mail.count_of_challenge',
  `select count(*) as count from mails
   where person_id = $1 and challenge_id = $2 and kind = $3 and id > $4 and created_at > $5`,
)

/** How many of a kind were queued for someone since then, about a challenge or about their account. */
export const countQueued = async (
  tx: Tx,
  personId: PersonId,
  challengeId: ChallengeId | null,
  kind: NoticeKind,
  since: number,
): Promise<number> => {
  const firstId = firstIdAt('mail', since)
  const row =
    challengeId === null
      ? await tx.first(countOfAccount, personId, kind, firstId, since)
      : await tx.first(countOfChallenge, personId, challengeId, kind, firstId, since)
  return row?.count ?? 0
}

// By the first invitation it is known whether they were ever told of a challenge: so there is one of that kind, and one
// that did not go out gives way to the next.
const giveWay = change(
  mails,
  'mail.give_way',
  `update mails set kind = 'invited_again' where person_id = $person_id and challenge_id = $challenge_id
     and kind = 'invited' and state in ('dropped', 'failed')`,
)

const insertAgain = change(
  mails,
  'mail.insert_invitation_again',
  `${intoMails} select ${newMail} where cast($limit as bigint) = 1 and not exists (
     select 1 from mails m where m.person_id = $person_id and m.challenge_id = $challenge_id
       and m.kind in ('invited', 'invited_again') and m.state in ('waiting', 'sending'))`,
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
  const gaveWay = await tx.run(giveWay, { person_id: notice.personId, challenge_id: notice.challengeId })
  const kind = gaveWay > 0 ? 'invited' : 'invited_again'
  tx.enqueue(insertAgain, { ...toNewMail({ ...notice, kind }, now), limit: isWanted ? 1 : 0 })
}

const join = change(
  mails,
  'mail.join',
  'update mails set gathered_in = $gathered_in, due_at = null where id = $id',
)

/** About the account of one person: they go out as one mail. */
export const queueTogether = (tx: Tx, notices: readonly Notice[], now: number): void => {
  const [leadId, ...others] = notices.map((notice) => queueMail(tx, notice, now))
  if (leadId === undefined) return
  for (const id of others) tx.enqueue(join, { id, gathered_in: leadId })
}

const recall = change(
  mails,
  'mail.recall',
  `update mails set state = 'waiting', lease = null,
     due_at = case when gathered_in is null then cast($due_at as bigint) end
   where person_id = $person_id and state = 'sending'`,
)

/** What is on its way to the address that someone had is sent once more; that it went there counts for nothing. */
export const recallMails = async (tx: Tx, personId: PersonId, now: number): Promise<void> => {
  await tx.run(recall, { person_id: personId, due_at: now })
}

/** One that stands for others too cannot go without them. */
const isAlone = `(select count(*) from mails g where g.gathered_in = mails.id
  and g.state in ('waiting', 'sending')) = 0`

/** What still waits is overtaken by what has happened since. */
const overtake = `update mails set state = 'dropped', reason = 'overtaken', due_at = null, held = 0,
  settled_at = $settled_at`
const ofChallenge = 'person_id = $person_id and challenge_id = $challenge_id'

const dropDeadlines = change(
  mails,
  'mail.drop_deadlines',
  `${overtake} where ${ofChallenge} and class = 'deadline' and state = 'waiting' and ${isAlone}`,
)

const dropInvitation = change(
  mails,
  'mail.drop_invitation',
  `${overtake} where ${ofChallenge} and kind in ('invited', 'invited_again') and state = 'waiting' and ${isAlone}`,
)

/** Of one challenge and one receiver only the newest deadline waits, and none that has nothing to answer any more. */
export const dropWaitingDeadlines = (
  tx: Tx,
  personId: PersonId,
  challengeId: ChallengeId,
  now: number,
): void => {
  tx.enqueue(dropDeadlines, { person_id: personId, challenge_id: challengeId, settled_at: now })
}

/** There is nothing left to answer, so nobody need hear of it. */
export const dropWaitingInvitation = (
  tx: Tx,
  personId: PersonId,
  challengeId: ChallengeId,
  now: number,
): void => {
  tx.enqueue(dropInvitation, { person_id: personId, challenge_id: challengeId, settled_at: now })
}

const dropOfGroup = change(
  mails,
  'mail.drop_of_group',
  `${overtake} where person_id = $person_id and challenge_id is null and owner_id = $owner_id
     and state = 'waiting' and ${isAlone}`,
)

/** What a group would still tell someone about itself, once it is gone. */
export const dropWaitingOfGroup = (tx: Tx, personId: PersonId, groupId: GroupId, now: number): void => {
  tx.enqueue(dropOfGroup, { person_id: personId, owner_id: groupId, settled_at: now })
}
