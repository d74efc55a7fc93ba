// Who may have been idle for long enough, and what they are part of.
import { challengeStatuses } from '@challenge-service/contract/plain'
import type { PersonId } from '../../kernel/ids.ts'
import { change } from '../../store/statements/changes.ts'
import { forUpdate } from '../../store/dialect.ts'
import { people } from '../../store/schema/people.ts'
import { sql } from '../../store/statements/statement.ts'
import type { Reader, Tx } from '../../store/store.ts'
import type { Idleness } from './retention.rules.ts'

const listToLookAt = sql<{ id: PersonId }, [now: number, limit: number]>(
  'privacy.list_to_look_at',
  'select id from people where look_at <= $1 order by look_at, id limit $2',
)

export const listIdle = async (reader: Reader, now: number, limit: number): Promise<readonly PersonId[]> =>
  (await reader.all(listToLookAt, now, limit)).map(({ id }) => id)

const lock = sql<{ id: PersonId }, [id: PersonId, now: number]>(
  'privacy.lock_idle',
  `select id from people where id = $1 and look_at <= $2 and email is not null ${forUpdate}`,
)

const openStatuses = challengeStatuses
  .filter((status) => !['resolved', 'cancelled', 'declined', 'expired'].includes(status))
  .map((status) => `'${status}'`)
  .join(', ')

interface StandingRow {
  readonly has_account: number
  readonly is_member: number
  readonly has_open: number
  readonly blocks: number
  readonly left_at: number | null
  readonly closed_at: number | null
  readonly created_at: number
}

const find = sql<StandingRow, [personId: PersonId]>(
  'privacy.find_standing',
  `select
     (select count(*) from accounts where person_id = $1) as has_account,
     (select count(*) from memberships where person_id = $1 and left_at is null) as is_member,
     (select count(*) from blocks where person_id = $1) as blocks,
     (select count(*) from challenge_listings where listing in ($1, 'hidden:' || $1) and role in ('creator', 'opponent')
        and status in (${openStatuses})) as has_open,
     (select max(left_at) from memberships where person_id = $1) as left_at,
     (select max(c.closed_at) from challenge_listings l join challenges c on c.id = l.challenge_id
        where l.listing = $1) as closed_at,
     created_at
   from people where id = $1`,
)

/** Undefined where another node was faster. */
export const lockStanding = async (
  tx: Tx,
  personId: PersonId,
  now: number,
): Promise<Idleness | undefined> => {
  const person = await tx.first(lock, personId, now)
  const row = person && (await tx.first(find, personId))
  return (
    row && {
      hasAccount: row.has_account > 0,
      isMember: row.is_member > 0,
      hasOpen: row.has_open > 0,
      blocksSomeone: row.blocks > 0,
      lastAt: Math.max(row.created_at, row.left_at ?? 0, row.closed_at ?? 0),
    }
  )
}

const setLook = change(people, 'privacy.set_look', 'update people set look_at = $look_at where id = $id')

export const setLookAt = async (tx: Tx, personId: PersonId, lookAt: number | null): Promise<void> => {
  await tx.run(setLook, { id: personId, look_at: lookAt })
}
