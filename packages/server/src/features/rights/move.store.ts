// The rows that change when an account moves to another address.
import { newId, type PersonId } from '../../kernel/ids.ts'
import { sql } from '../../store/statement.ts'
import type { Reader, Tx } from '../../store/store.ts'

const reserve = sql<never, [id: PersonId, email: string, now: number]>(
  'rights.reserve_address',
  'insert into people (id, email, created_at) values ($1, $2, $3) on conflict (email) do nothing',
)

const find = sql<{ readonly id: PersonId }, [email: string]>(
  'rights.find_address',
  'select id from people where email = $1',
)

const release = sql<never, [id: PersonId]>('rights.release_address', 'delete from people where id = $1')

/**
 * False where someone has the address. Until the commit whoever else wants it waits: where others write meanwhile, a row
 * with it has been in this transaction, for a moment, so that a move at the same time finds it taken, and does not fail
 * when it is written. On SQLite taking that row out again would look through all challenges for it, twice.
 */
export const reserveAddress = async (tx: Tx, email: string, now: number): Promise<boolean> => {
  if (tx.dialect.writesAlone) return (await tx.first(find, email)) === undefined
  const id = newId('person', now)
  const isFree = (await tx.run(reserve, id, email, now)) === 1
  if (isFree) await tx.run(release, id)
  return isFree
}

const findKept = sql<{ group_id: string }, [email: string, personId: PersonId]>(
  'rights.find_kept_address',
  'select group_id from memberships where email = $1 and person_id <> $2 and left_at is null limit 1',
)

/** Whether a group knows someone else by it, who has another one now. */
export const isKeptForAnother = async (reader: Reader, personId: PersonId, email: string): Promise<boolean> =>
  (await reader.first(findKept, email, personId)) !== undefined

const keepAddress = sql<never, [personId: PersonId, email: string]>(
  'rights.keep_address',
  'update memberships set email = $2 where person_id = $1 and email is null',
)

const forgetKept = sql<never, [personId: PersonId, email: string]>(
  'rights.forget_kept_address',
  'update memberships set email = null where person_id = $1 and email = $2',
)

const setAddress = sql<never, [personId: PersonId, email: string]>(
  'rights.set_address',
  'update people set email = $2 where id = $1',
)

/** Groups go on naming the person by the address that they added, which may be the new one: then it is kept no more. */
export const changeAddress = async (tx: Tx, personId: PersonId, from: string, to: string): Promise<void> => {
  await tx.run(keepAddress, personId, from)
  await tx.run(forgetKept, personId, to)
  await tx.run(setAddress, personId, to)
}
