// What the limits look at: mails of the last day, and who has ever answered whom.
import { Fault } from '../kernel/refusal.ts'
import { sql } from '../store/statement.ts'
import type { Reader, Tx } from '../store/store.ts'
import type { Notice, NoticeKind } from './notice.rules.ts'

export interface MailCounts {
  readonly answered: number | null
  readonly full_since: number | null
  readonly from_creator: number
  readonly to_strangers: number
}

const count = sql<
  MailCounts,
  [ownerId: string, personId: string, since: number, creatorId: string, kind: NoticeKind, others: number]
>(
  'mail.count',
  `select
     (select 1 from mail_answers where owner_id = $1 and person_id = $2) as answered,
     (select counted_at from mails where person_id = $2 and counted_at > $3
      order by counted_at desc limit 1 offset $6) as full_since,
     (select count(*) from mails
      where person_id = $2 and counted_at > $3 and creator_id = $4 and kind = $5) as from_creator,
     (select count(*) from mails where owner_id = $1 and counted_at > $3 and unanswered = 1) as to_strangers`,
)

/** What went to this person, and from this owner, since then; `limit` is how many fill a day. */
export const countMails = async (
  reader: Reader,
  { ownerId, personId, creatorId, kind }: Pick<Notice, 'ownerId' | 'personId' | 'creatorId' | 'kind'>,
  since: number,
  limit: number,
): Promise<MailCounts> => {
  const counts = await reader.first(count, ownerId, personId, since, creatorId, kind, limit - 1)
  if (!counts) throw new Fault('a count gave nothing')
  return counts
}

const note = sql<never, [ownerId: string, personId: string]>(
  'mail.note_answer',
  'insert into mail_answers (owner_id, person_id) values ($1, $2) on conflict (owner_id, person_id) do nothing',
)

/** From now on this person is no stranger to the owner. */
export const noteAnswer = async (tx: Tx, ownerId: string, personId: string): Promise<void> => {
  await tx.run(note, ownerId, personId)
}
