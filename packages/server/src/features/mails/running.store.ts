// The challenges of a person in which their silence counts.
import type { Party } from '@challenge-service/contract'
import type { PersonId } from '../../kernel/ids.ts'
import { sql } from '../../store/statement.ts'
import type { Reader } from '../../store/store.ts'

export interface RunningRow {
  readonly role: Party
  readonly creator_name: string
  readonly opponent_name: string | null
  readonly due_at: number
}

const list = sql<RunningRow, [personId: PersonId, limit: number]>(
  'mails.list_running',
  `select l.role, c.creator_name, c.opponent_name, c.due_at
   from challenge_listings l join challenges c on c.id = l.challenge_id
   where l.listing = $1 and l.role in ('creator', 'opponent') and l.status in ('active', 'due', 'proposed', 'disputed')
   order by l.challenge_id desc limit $2`,
)

export const listRunning = (
  reader: Reader,
  personId: PersonId,
  limit: number,
): Promise<readonly RunningRow[]> => reader.all(list, personId, limit)

const countLast = sql<{ count: number }, [personId: PersonId, since: number]>(
  'mails.count_last_mails',
  `select count(*) as count from mails where person_id = $1 and challenge_id is null and kind = 'mails_stopped'
     and created_at > $2`,
)

/** How often someone was told since then that they get no more mails. */
export const countLastMails = async (reader: Reader, personId: PersonId, since: number): Promise<number> =>
  (await reader.first(countLast, personId, since))?.count ?? 0
