// When the parties of a challenge are reminded of its next deadline. One row while there is one to come.
import type { ChallengeId } from '../kernel/ids.ts'
import { insertInto } from '../store/statements/changes.ts'
import { mailReminders } from '../store/schema/mails.ts'
import { sql } from '../store/statements/statement.ts'
import type { Reader, Tx } from '../store/store.ts'

const insert = insertInto(
  mailReminders,
  'mail.insert_reminder',
  ['challenge_id', 'remind_at'],
  'on conflict (challenge_id) do update set remind_at = excluded.remind_at',
)

export const scheduleReminder = (tx: Tx, challengeId: ChallengeId, remindAt: number): void => {
  tx.enqueue(insert, { challenge_id: challengeId, remind_at: remindAt })
}

const remove = sql<never, [challengeId: ChallengeId]>(
  'mail.delete_reminder',
  'delete from mail_reminders where challenge_id = $1',
)

export const forgetReminder = (tx: Tx, challengeId: ChallengeId): void => {
  tx.enqueue(remove, challengeId)
}

/** False where another node was faster. */
export const takeReminder = async (tx: Tx, challengeId: ChallengeId): Promise<boolean> =>
  (await tx.run(remove, challengeId)) === 1

const listDue = sql<{ challenge_id: ChallengeId }, [now: number, limit: number]>(
  'mail.list_due_reminders',
  `select challenge_id from mail_reminders where remind_at <= $1 order by remind_at, challenge_id limit $2`,
)

export const listDueReminders = async (
  reader: Reader,
  now: number,
  limit: number,
): Promise<readonly ChallengeId[]> =>
  (await reader.all(listDue, now, limit)).map(({ challenge_id }) => challenge_id)
