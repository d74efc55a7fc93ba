// Which keys of SECRET_KEY a database needs, and the values that it keeps encrypted with them.
import { change, insertInto } from '../../store/statements/changes.ts'
import { forUpdate } from '../../store/dialect.ts'
import { secretKeys, storedKeys } from '../../store/schema/upkeep.ts'
import { sql } from '../../store/statements/statement.ts'
import type { Reader, Tx } from '../../store/store.ts'
import type { RowIn } from '../../store/statements/table.ts'

export type SecretRow = Pick<RowIn<typeof secretKeys>, 'id' | 'proof'>

const listSecrets = sql<SecretRow, []>('keys.list_secrets', 'select id, proof from secret_keys order by id')

export const listNeeded = (reader: Reader): Promise<readonly SecretRow[]> => reader.all(listSecrets)

const lockSecrets = sql<SecretRow, []>(
  'keys.lock_secrets',
  `select id, proof from secret_keys order by id ${forUpdate}`,
)

/** Beginning to use a key and taking one out of use come one after the other. */
export const lockNeeded = (tx: Tx): Promise<readonly SecretRow[]> => tx.all(lockSecrets)

const insertSecret = insertInto(
  secretKeys,
  'keys.insert_secret',
  ['id', 'proof', 'first_used_at'],
  'on conflict (id) do nothing',
)

export const noteNeeded = async (tx: Tx, { id, proof }: SecretRow, now: number): Promise<void> => {
  await tx.run(insertSecret, { id, proof, first_used_at: now })
}

const deleteSecret = sql<never, [id: string]>('keys.delete_secret', 'delete from secret_keys where id = $1')

export const forgetNeeded = async (tx: Tx, id: string): Promise<void> => {
  await tx.run(deleteSecret, id)
}

/** Of a purpose the lowest index is in use; the others are recognised. */
export type StoredRow = Pick<RowIn<typeof storedKeys>, 'purpose' | 'sealed'> & { readonly index: number }

const listAll = sql<StoredRow, []>(
  'keys.list_stored',
  'select purpose, place as "index", sealed from stored_keys order by purpose, place',
)

export const listStored = (reader: Reader): Promise<readonly StoredRow[]> => reader.all(listAll)

const insert = insertInto(
  storedKeys,
  'keys.insert_stored',
  ['purpose', 'place', 'sealed', 'created_at'],
  'on conflict (purpose, place) do nothing',
)

/** False where another process was first. */
export const insertStored = async (
  tx: Tx,
  { purpose, index, sealed }: StoredRow,
  now: number,
): Promise<boolean> => (await tx.run(insert, { purpose, place: index, sealed, created_at: now })) === 1

const replace = change(
  storedKeys,
  'keys.replace_stored',
  'update stored_keys set sealed = $sealed where purpose = $purpose and place = $place',
)

export const replaceStored = async (tx: Tx, { purpose, index, sealed }: StoredRow): Promise<void> => {
  await tx.run(replace, { purpose, place: index, sealed })
}

const count = sql<{ count: number }, []>(
  'keys.count_sealed',
  `select (select count(*) from webhooks where deleted_at is null)
     + (select count(*) from idempotency_keys where answer is not null) + (select count(*) from sign_ins) as count`,
)

/** How many rows a rotation looks at. */
export const countSealed = async (reader: Reader): Promise<number> => (await reader.first(count))?.count ?? 0
