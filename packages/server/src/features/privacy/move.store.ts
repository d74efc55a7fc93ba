// The rows that change when an account moves to another address.
import { newId, type PersonId } from '../../kernel/ids.ts'
import { change, insertInto } from '../../store/statements/changes.ts'
import { memberships, people } from '../../store/schema/people.ts'
import { sql } from '../../store/statements/statement.ts'
import type { Reader, Tx } from '../../store/store.ts'

const reserve = insertInto(
  people,
  'privacy.reserve_address',
  ['id', 'email', 'created_at'],
  'on conflict (email) do nothing',
)

const find = sql<{ readonly id: PersonId }, [email: string]>(
  'privacy.find_address',
  'select id from people where email = $1',
)

const release = sql<never, [id: PersonId]>('privacy.release_address', 'delete from people where id = $1')

/**
 * False where someone has the address. Until the commit, others who want it wait: where others write meanwhile, a row
 * with it has been in this transaction, for a moment, so that a move at the same time finds it taken, and does not fail
 * when it is written. On SQLite taking that row out again would look through all challenges for it, twice.
 */
export const reserveAddress = async (tx: Tx, email: string, now: number): Promise<boolean> => {
  if (tx.dialect.writesAlone) return (await tx.first(find, email)) === undefined
  const id = newId('person', now)
  const isFree = (await tx.run(reserve, { id, email, created_at: now })) === 1
  if (isFree) await tx.run(release, id)
  return isFree
}

const findKept = sql<{ group_id: string }, [email: string, personId: PersonId]>(
  'privacy.find_kept_address',
  'select group_id from memberships where email = $1 and person_id <> $2 and left_at is null limit 1',
)

/** Whether a group knows someone else by it, who has another one now. */
export const isKeptForAnother = async (reader: Reader, personId: PersonId, email: string): Promise<boolean> =>
  (await reader.first(findKept, email, personId)) !== undefined

const keepAddress = change(
  memberships,
  'privacy.keep_address',
  'update memberships set email = $email where person_id = $person_id and email is null',
)

const forgetKept = change(
  memberships,
  'privacy.forget_kept_address',
  'update memberships set email = null where person_id = $person_id and email = $email',
)

const setAddress = change(people, 'privacy.set_address', 'update people set email = $email where id = $id')

/** Groups go on naming the person by the address that they added, which may be the new one: then it is kept no more. */
export const changeAddress = async (tx: Tx, personId: PersonId, from: string, to: string): Promise<void> => {
  await tx.run(keepAddress, { person_id: personId, email: from })
  await tx.run(forgetKept, { person_id: personId, email: to })
  await tx.run(setAddress, { id: personId, email: to })
}
