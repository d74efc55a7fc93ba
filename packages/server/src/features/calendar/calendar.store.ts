// The calendars of accounts on disk. Of the secret in an address only the hash is kept.
import type { AccountId, PersonId } from '../../kernel/ids.ts'
import { change, insertInto } from '../../store/statements/changes.ts'
import { calendars } from '../../store/schema/site.ts'
import { sql } from '../../store/statements/statement.ts'
import type { Reader, Tx } from '../../store/store.ts'
import type { RowIn } from '../../store/statements/table.ts'

export type CalendarRow = Pick<RowIn<typeof calendars>, 'created_at' | 'used_at'>

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

const insert = insertInto(calendars, 'calendar.insert', ['account_id', 'hash', 'created_at'])

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
  await tx.run(insert, { account_id: accountId, hash, created_at: now })
  return { hadOne }
}

/** False where there was none. */
export const removeCalendar = async (tx: Tx, accountId: AccountId): Promise<boolean> =>
  (await tx.run(remove, accountId)) === 1

const note = change(
  calendars,
  'calendar.note_use',
  'update calendars set used_at = $used_at where hash = $hash',
)

export const noteCalendarUse = async (tx: Tx, hash: string, now: number): Promise<void> => {
  await tx.run(note, { hash, used_at: now })
}
