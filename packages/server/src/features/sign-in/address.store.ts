// Whose an address is. A person here was challenged, was added to a group, or has an account.
import type { AccountId, PersonId } from '../../kernel/ids.ts'
import { sql } from '../../store/statements/statement.ts'
import type { Reader } from '../../store/store.ts'

export interface AddressRow {
  readonly person_id: PersonId
  readonly account_id: AccountId | null
}

const find = sql<AddressRow, [email: string]>(
  'sign_in.find_person',
  `select p.id as person_id, a.id as account_id from people p left join accounts a on a.person_id = p.id
   where p.email = $1`,
)

/** Undefined for an address that nobody has. */
export const findAddress = (reader: Reader, email: string): Promise<AddressRow | undefined> =>
  reader.first(find, email)

export const findAccountId = async (reader: Reader, email: string): Promise<AccountId | null> =>
  (await findAddress(reader, email))?.account_id ?? null

const findOpened = sql<{ readonly id: AccountId }, [personId: PersonId, since: number]>(
  'sign_in.find_opened_account',
  'select id from accounts where person_id = $1 and created_at > $2',
)

/** Whether the account of this person was opened since then. */
export const wasOpenedSince = async (reader: Reader, personId: PersonId, since: number): Promise<boolean> =>
  (await reader.first(findOpened, personId, since)) !== undefined

const findAny = sql<{ readonly id: AccountId }, []>(
  'sign_in.find_any_account',
  'select id from accounts limit 1',
)

/** False on a service that nobody uses yet. */
export const hasAnyAccount = async (reader: Reader): Promise<boolean> =>
  (await reader.first(findAny)) !== undefined

const findAnyPerson = sql<{ readonly id: PersonId }, []>(
  'sign_in.find_any_person',
  'select id from people where email is not null limit 1',
)

/** Whether anyone was challenged or added to a group, or has an account. */
export const hasAnyPerson = async (reader: Reader): Promise<boolean> =>
  (await reader.first(findAnyPerson)) !== undefined
