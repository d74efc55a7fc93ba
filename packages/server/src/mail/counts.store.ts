// What the limits look at: mails of the last day, and who has ever answered whom.
import { sql } from '../store/statement.ts'
import type { Reader, Tx } from '../store/store.ts'
import type { NoticeKind } from './notice.rules.ts'

const toPerson = sql<{ counted_at: number }, [personId: string, since: number, limit: number]>(
  'mail.counted_to_person',
  `select counted_at from mails where person_id = $1 and counted_at > $2 order by counted_at desc limit $3`,
)

/** When the newest of them went out, newest first. */
export const countedToPerson = async (
  reader: Reader,
  personId: string,
  since: number,
  limit: number,
): Promise<readonly number[]> =>
  (await reader.all(toPerson, personId, since, limit)).map(({ counted_at }) => counted_at)

const fromCreator = sql<
  { count: number },
  [personId: string, since: number, creatorId: string, kind: NoticeKind]
>(
  'mail.count_from_creator',
  `select count(*) as count from mails
   where person_id = $1 and counted_at > $2 and creator_id = $3 and kind = $4`,
)

/** Mails of one kind from one creator. */
export const countFromCreator = async (
  reader: Reader,
  personId: string,
  creatorId: string,
  kind: NoticeKind,
  since: number,
): Promise<number> => (await reader.first(fromCreator, personId, since, creatorId, kind))?.count ?? 0

const toStrangers = sql<{ count: number }, [ownerId: string, since: number]>(
  'mail.count_to_strangers',
  `select count(*) as count from mails where owner_id = $1 and counted_at > $2 and unanswered = 1`,
)

export const countToStrangers = async (reader: Reader, ownerId: string, since: number): Promise<number> =>
  (await reader.first(toStrangers, ownerId, since))?.count ?? 0

const note = sql<never, [ownerId: string, personId: string]>(
  'mail.note_answer',
  'insert into mail_answers (owner_id, person_id) values ($1, $2) on conflict (owner_id, person_id) do nothing',
)

/** From now on this person is no stranger to the owner. */
export const noteAnswer = async (tx: Tx, ownerId: string, personId: string): Promise<void> => {
  await tx.run(note, ownerId, personId)
}

const findAnswer = sql<{ person_id: string }, [ownerId: string, personId: string]>(
  'mail.find_answer',
  'select person_id from mail_answers where owner_id = $1 and person_id = $2',
)

export const hasAnswered = async (reader: Reader, ownerId: string, personId: string): Promise<boolean> =>
  (await reader.first(findAnswer, ownerId, personId)) !== undefined
