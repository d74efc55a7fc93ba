// Addresses that want no mails, each as a keyed hash: nobody can read from it whose it is.
import { sql, sqlRows } from '../store/statement.ts'
import type { Reader, Tx } from '../store/store.ts'

const insert = sql<never, [addressHash: string, now: number]>(
  'mail.insert_stop',
  'insert into mail_stops (address_hash, stopped_at) values ($1, $2) on conflict (address_hash) do nothing',
)

export const stopMails = async (tx: Tx, addressHash: string, now: number): Promise<void> => {
  await tx.run(insert, addressHash, now)
}

const find = sqlRows<{ address_hash: string }>(
  'mail.find_stops',
  1,
  'select address_hash from mail_stops where address_hash in (values {rows})',
)

/** Those of the hashes that want no mails. */
export const findStops = async (
  reader: Reader,
  addressHashes: readonly string[],
): Promise<ReadonlySet<string>> => {
  if (addressHashes.length === 0) return new Set()
  const found = await reader.all(find(addressHashes.length), ...addressHashes)
  return new Set(found.map(({ address_hash }) => address_hash))
}
