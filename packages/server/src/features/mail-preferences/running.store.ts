// The challenges of a person in which their silence counts. The claim is left out, since the mail with the link may have
// been forwarded; a link keeps showing these after earlier links of the challenge have ended.
import { parties, type ChallengeStatus, type Party } from '@challenge-service/contract/plain'
import type { PersonId } from '../../kernel/ids.ts'
import { sql } from '../../store/statements/statement.ts'
import type { Reader } from '../../store/store.ts'

export interface RunningRow {
  readonly role: Party
  readonly creator_name: string
  readonly opponent_name: string | null
  readonly due_at: number
}

const running: readonly ChallengeStatus[] = ['active', 'due', 'proposed', 'disputed']
const kinds = parties.flatMap((role) => running.map((status) => ({ role, status })))

// A short scan for each role and status: what has ended is passed over.
const scans = kinds.map(
  ({ role, status }, index) =>
    `select challenge_id, role from (
       select challenge_id, role from challenge_listings
       where listing = $1 and role = '${role}' and status = '${status}'
       order by challenge_id desc limit $2) as scan_${index}`,
)

const list = sql<RunningRow, [personId: PersonId, limit: number]>(
  'mails.list_running',
  `select page.role, c.creator_name, c.opponent_name, c.due_at
   from (select challenge_id, role from (${scans.join(' union all ')}) as scans
         order by challenge_id desc limit $2) as page
   join challenges c on c.id = page.challenge_id
   order by c.id desc`,
)

export const listRunning = (
  reader: Reader,
  personId: PersonId,
  limit: number,
): Promise<readonly RunningRow[]> => reader.all(list, personId, limit)
