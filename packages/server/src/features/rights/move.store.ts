// The rows that change when an account moves to another address.
import type { PersonId } from '../../kernel/ids.ts'
import { sql } from '../../store/statement.ts'
import type { Reader, Tx } from '../../store/store.ts'

const findPerson = sql<{ id: PersonId }, [email: string]>(
  'rights.find_person_of_address',
  'select id from people where email = $1',
)

export const isAddressOfSomeone = async (reader: Reader, email: string): Promise<boolean> =>
  (await reader.first(findPerson, email)) !== undefined

const findKept = sql<{ group_id: string }, [email: string]>(
  'rights.find_kept_address',
  'select group_id from memberships where email = $1 limit 1',
)

/** Whether a group knows someone by it, who has another one now. */
export const isKeptAddress = async (reader: Reader, email: string): Promise<boolean> =>
  (await reader.first(findKept, email)) !== undefined

const keepAddress = sql<never, [personId: PersonId, email: string]>(
  'rights.keep_address',
  'update memberships set email = $2 where person_id = $1 and email is null',
)

const setAddress = sql<never, [personId: PersonId, email: string]>(
  'rights.set_address',
  'update people set email = $2 where id = $1',
)

/** Groups go on naming the person by the address before. */
export const changeAddress = async (tx: Tx, personId: PersonId, from: string, to: string): Promise<void> => {
  await tx.run(keepAddress, personId, from)
  await tx.run(setAddress, personId, to)
}
