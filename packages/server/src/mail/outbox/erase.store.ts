// What the outbox holds of a person who is erased: mails to them, and mails to others that tell of them.
import type { CauserId, ChallengeId, MailId, PersonId } from '../../kernel/ids.ts'
import { change } from '../../store/statements/changes.ts'
import { forUpdate } from '../../store/dialect.ts'
import { mails } from '../../store/schema/mails.ts'
import { sql } from '../../store/statements/statement.ts'
import type { Tx } from '../../store/store.ts'
import type { RowIn } from '../../store/statements/table.ts'
import { hasKnownKind } from '../known-mails.ts'
import { isKnownKind, type Facts, type MemberFacts } from '../notice.rules.ts'

type MailToRewrite = Pick<RowIn<typeof mails>, 'id' | 'kind' | 'facts'>

const listAbout = sql<
  MailToRewrite,
  [personId: PersonId, challengeId: ChallengeId, after: string, limit: number]
>(
  'mail.list_about',
  `select id, kind, facts from mails where person_id = $1 and challenge_id = $2 and id > $3
   order by id limit $4 ${forUpdate}`,
)

const rewrite = change(mails, 'mail.rewrite', 'update mails set facts = $facts where id = $id')

const remove = sql<never, [id: MailId]>('mail.remove', 'delete from mails where id = $1')

// Those that were to go out with one that is removed.
const release = change(
  mails,
  'mail.release_from_removed',
  `update mails set gathered_in = null, held = 1, state = 'waiting', lease = null, due_at = created_at
   where gathered_in = $gathered_in and state in ('waiting', 'sending')`,
)

/** A mail of a newer release may hold their words where nobody here would look, so it goes. */
const rewriteAll = async <F>(
  tx: Tx,
  rows: readonly MailToRewrite[],
  redact: (facts: F) => F,
): Promise<void> => {
  await Promise.all(
    rows.map(({ id, kind, facts }) =>
      isKnownKind(kind)
        ? tx.run(rewrite, { id, facts: JSON.stringify(redact(JSON.parse(facts) as F)) })
        : Promise.all([tx.run(remove, id), tx.run(release, { gathered_in: id })]),
    ),
  )
}

/** Changes what at most so many mails to a person say of a challenge; undefined once there are no more. */
export const rewriteMails = async (
  tx: Tx,
  personId: PersonId,
  challengeId: ChallengeId,
  redact: (facts: Facts) => Facts,
  after: string,
  limit: number,
): Promise<string | undefined> => {
  const rows = await tx.all(listAbout, personId, challengeId, after, limit)
  await rewriteAll(tx, rows, redact)
  return rows.length === limit ? rows.at(-1)?.id : undefined
}

const listBy = sql<MailToRewrite, [causerId: CauserId, after: string, limit: number]>(
  'mail.list_by',
  `select id, kind, facts from mails where causer_id = $1 and challenge_id is null
     and (kind = 'member_added' or not ${hasKnownKind('mails')}) and id > $2
   order by id limit $3 ${forUpdate}`,
)

/** The same of mails to those whom someone has added to a group. */
export const rewriteMailsBy = async (
  tx: Tx,
  causerId: CauserId,
  redact: (facts: MemberFacts) => MemberFacts,
  after: string,
  limit: number,
): Promise<string | undefined> => {
  const rows = await tx.all(listBy, causerId, after, limit)
  await rewriteAll(tx, rows, redact)
  return rows.length === limit ? rows.at(-1)?.id : undefined
}

const removeTo = sql<never, [personId: PersonId, limit: number]>(
  'mail.remove_to',
  `delete from mails where id in (select id from mails where person_id = $1 limit $2)`,
)

/** Removes at most so many mails to a person, sent or not; tells how many. */
export const removeMailsTo = (tx: Tx, personId: PersonId, limit: number): Promise<number> =>
  tx.run(removeTo, personId, limit)
