// Which keys of SECRET_KEY a database needs, and the values that it keeps encrypted with them.
import type { StoredUse } from '../../kernel/keyring.ts'
import { forUpdate } from '../../store/dialect.ts'
import { sql } from '../../store/statement.ts'
import type { Reader, Tx } from '../../store/store.ts'

export interface SecretRow {
  readonly id: string
  readonly proof: Uint8Array
}

const listSecrets = sql<SecretRow, []>('keys.list_secrets', 'select id, proof from secret_keys order by id')

export const listNeeded = (reader: Reader): Promise<readonly SecretRow[]> => reader.all(listSecrets)

const lockSecrets = sql<SecretRow, []>(
  'keys.lock_secrets',
  `select id, proof from secret_keys order by id ${forUpdate}`,
)

/** Whoever begins to use a key and whoever takes one out of use come one after the other. */
export const lockNeeded = (tx: Tx): Promise<readonly SecretRow[]> => tx.all(lockSecrets)

const insertSecret = sql<never, [id: string, proof: Uint8Array, now: number]>(
  'keys.insert_secret',
  'insert into secret_keys (id, proof, first_used_at) values ($1, $2, $3) on conflict (id) do nothing',
)

export const noteNeeded = async (tx: Tx, { id, proof }: SecretRow, now: number): Promise<void> => {
  await tx.run(insertSecret, id, proof, now)
}

const deleteSecret = sql<never, [id: string]>('keys.delete_secret', 'delete from secret_keys where id = $1')

export const forgetNeeded = async (tx: Tx, id: string): Promise<void> => {
  await tx.run(deleteSecret, id)
}

export interface StoredRow {
  readonly purpose: StoredUse
  readonly place: number
  readonly sealed: Uint8Array
}

const listAll = sql<StoredRow, []>(
  'keys.list_stored',
  'select purpose, place, sealed from stored_keys order by purpose, place',
)

export const listStored = (reader: Reader): Promise<readonly StoredRow[]> => reader.all(listAll)

const insert = sql<never, [purpose: StoredUse, place: number, sealed: Uint8Array, now: number]>(
  'keys.insert_stored',
  `insert into stored_keys (purpose, place, sealed, created_at) values ($1, $2, $3, $4)
   on conflict (purpose, place) do nothing`,
)

/** False where another process was first. */
export const insertStored = async (
  tx: Tx,
  { purpose, place, sealed }: StoredRow,
  now: number,
): Promise<boolean> => (await tx.run(insert, purpose, place, sealed, now)) === 1

const replace = sql<never, [purpose: StoredUse, place: number, sealed: Uint8Array]>(
  'keys.replace_stored',
  'update stored_keys set sealed = $3 where purpose = $1 and place = $2',
)

export const replaceStored = async (tx: Tx, { purpose, place, sealed }: StoredRow): Promise<void> => {
  await tx.run(replace, purpose, place, sealed)
}

const count = sql<{ count: number }, []>(
  'keys.count_sealed',
  `select (select count(*) from webhooks where deleted_at is null)
     + (select count(*) from idempotency_keys where answer is not null) + (select count(*) from sign_ins) as count`,
)

/** How many rows a rotation looks at. */
export const countSealed = async (reader: Reader): Promise<number> => (await reader.first(count))?.count ?? 0
