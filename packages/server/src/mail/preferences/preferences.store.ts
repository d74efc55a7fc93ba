// Which mails an address wants, kept by a keyed hash: nobody can read from it whose it is. Invitations are stopped
// for an inbox (the address without its +tag), all else for the very address.
import { change } from '../../store/statements/changes.ts'
import { mailPreferences } from '../../store/schema/mails.ts'
import { sql, sqlRows } from '../../store/statements/statement.ts'
import type { Reader, Tx } from '../../store/store.ts'
import type { RowIn } from '../../store/statements/table.ts'
import type { Preference, Preferences } from './preferences.rules.ts'

type PreferencesRow = RowIn<typeof mailPreferences>

const columns = {
  noInvitationsAt: 'no_invitations_at',
  noNewsAt: 'no_news_at',
  dailyNewsAt: 'daily_news_at',
  nothingAt: 'nothing_at',
  stoppedAt: 'stopped_at',
  erasedAt: 'erased_at',
  bouncedAt: 'bounced_at',
} as const satisfies Record<Preference, keyof PreferencesRow>

const toPreferences = (row: PreferencesRow): Preferences => ({
  noInvitationsAt: row.no_invitations_at,
  noNewsAt: row.no_news_at,
  dailyNewsAt: row.daily_news_at,
  nothingAt: row.nothing_at,
  stoppedAt: row.stopped_at,
  erasedAt: row.erased_at,
  bouncedAt: row.bounced_at,
})

const declareStatements = (column: (typeof columns)[Preference]) => ({
  // What holds already keeps the instant since when it does.
  set: change(
    mailPreferences,
    `mail.set_${column}`,
    `insert into mail_preferences (address_hash, ${column}) values ($address_hash, $now)
     on conflict (address_hash) do update set ${column} = coalesce(mail_preferences.${column}, excluded.${column})`,
  ),
  clear: change(
    mailPreferences,
    `mail.clear_${column}`,
    `update mail_preferences set ${column} = null where address_hash = $address_hash and ${column} is not null`,
  ),
})

const statements = Object.fromEntries(
  Object.entries(columns).map(([name, column]) => [name, declareStatements(column)]),
) as Record<Preference, ReturnType<typeof declareStatements>>

export const setPreference = async (
  tx: Tx,
  addressHash: string,
  preference: Preference,
  now: number,
): Promise<void> => {
  await tx.run(statements[preference].set, { address_hash: addressHash, now })
}

/** False where it did not hold. */
export const clearPreference = async (
  tx: Tx,
  addressHash: string,
  preference: Preference,
): Promise<boolean> => (await tx.run(statements[preference].clear, { address_hash: addressHash })) === 1

const find = sqlRows<PreferencesRow>(
  'mail.find_preferences',
  1,
  `select address_hash, ${Object.values(columns).join(', ')} from mail_preferences
   where address_hash in (values {rows})`,
)

/** Of those of the hashes that have any. */
export const findPreferences = async (
  reader: Reader,
  addressHashes: readonly string[],
): Promise<ReadonlyMap<string, Preferences>> => {
  if (addressHashes.length === 0) return new Map()
  const rows = await reader.all(find(addressHashes.length), ...addressHashes)
  return new Map(rows.map((row) => [row.address_hash, toPreferences(row)]))
}

const count = sql<{ count: number }, []>(
  'mail.count_stops',
  `select count(*) as count from mail_preferences
   where coalesce(${Object.values(columns).join(', ')}) is not null`,
)

/** How many addresses and inboxes have stopped anything. */
export const countStops = async (reader: Reader): Promise<number> => (await reader.first(count))?.count ?? 0
