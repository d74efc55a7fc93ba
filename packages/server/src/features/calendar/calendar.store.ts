// The calendars of accounts on disk. Of the secret in an address only the hash is kept.
import type { AccountId, PersonId } from '../../kernel/ids.ts'
import { sql } from '../../store/statement.ts'
import type { Reader, Tx } from '../../store/store.ts'

export interface CalendarRow {
  readonly created_at: number
  /** About when it was last read. */
  readonly used_at: number | null
}

const find = sql<CalendarRow, [accountId: AccountId]>(
  'calendar.find',
  'select created_at, used_at from calendars where account_id = $1',
)

export const findCalendar = (reader: Reader, accountId: AccountId): Promise<CalendarRow | undefined> =>
  reader.first(find, accountId)

/** Whose deadlines an address shows. */
export interface CalendarOwner extends CalendarRow {
  readonly account_id: AccountId
  readonly person_id: PersonId
}

const findByHash = sql<CalendarOwner, [hash: string]>(
  'calendar.find_by_hash',
  `select k.account_id, k.created_at, k.used_at, a.person_id
   from calendars k join accounts a on a.id = k.account_id join people p on p.id = a.person_id
   where k.hash = $1 and p.email is not null`,
)

export const findCalendarOwner = (reader: Reader, hash: string): Promise<CalendarOwner | undefined> =>
  reader.first(findByHash, hash)

const insert = sql<never, [accountId: AccountId, hash: string, now: number]>(
  'calendar.insert',
  'insert into calendars (account_id, hash, created_at) values ($1, $2, $3)',
)

const remove = sql<never, [accountId: AccountId]>(
  'calendar.remove',
  'delete from calendars where account_id = $1',
)

/** In place of the one that there was. */
export const putCalendar = async (
  tx: Tx,
  accountId: AccountId,
  hash: string,
  now: number,
): Promise<{ readonly hadOne: boolean }> => {
  const hadOne = await removeCalendar(tx, accountId)
  await tx.run(insert, accountId, hash, now)
  return { hadOne }
}

/** False where there was none. */
export const removeCalendar = async (tx: Tx, accountId: AccountId): Promise<boolean> =>
  (await tx.run(remove, accountId)) === 1

const note = sql<never, [hash: string, now: number]>(
  'calendar.note_use',
  'update calendars set used_at = $2 where hash = $1',
)

export const noteCalendarUse = async (tx: Tx, hash: string, now: number): Promise<void> => {
  await tx.run(note, hash, now)
}
