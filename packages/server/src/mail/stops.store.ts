// Addresses that want no mails, each as a keyed hash: nobody can read from it whose it is.
import { sql } from '../store/statement.ts'
import type { Reader, Tx } from '../store/store.ts'

const insert = sql<never, [addressHash: string, now: number]>(
  'mail.insert_stop',
  'insert into mail_stops (address_hash, stopped_at) values ($1, $2) on conflict (address_hash) do nothing',
)

export const stopMails = async (tx: Tx, addressHash: string, now: number): Promise<void> => {
  await tx.run(insert, addressHash, now)
}

const find = sql<{ stopped_at: number }, [addressHash: string]>(
  'mail.find_stop',
  'select stopped_at from mail_stops where address_hash = $1',
)

/** Whether any of the hashes of an address is there: one for each key. */
export const hasStopped = async (reader: Reader, addressHashes: readonly string[]): Promise<boolean> => {
  const found = await Promise.all(addressHashes.map((hash) => reader.first(find, hash)))
  return found.some((stop) => stop !== undefined)
}
