// People and their accounts. A person is an address; who has signed up has an account too.
import type { Plan } from '@challenge-service/contract'
import { newId, type AccountId, type GroupId, type OwnerId, type PersonId } from '../../kernel/ids.ts'
import { DAY_MS } from '../../kernel/instants.ts'
import { Fault } from '../../kernel/refusal.ts'
import { change, insertInto } from '../../store/statements/changes.ts'
import { columnsOf } from '../../store/statements/table.ts'
import { forUpdate } from '../../store/dialect.ts'
import { accounts, memberships, people } from '../../store/schema/people.ts'
import { sql } from '../../store/statements/statement.ts'
import type { Reader, Tx } from '../../store/store.ts'

const insertPerson = insertInto(
  people,
  'access.insert_person',
  ['id', 'email', 'created_at', 'look_at'],
  'on conflict (email) do nothing',
)

/** How long someone is kept who is known only by address, and part of nothing. */
export const IDLE_MS = 90 * DAY_MS

const findPerson = sql<{ id: PersonId }, [email: string]>(
  'access.find_person',
  'select id from people where email = $1',
)

/** The id of the person with this address, who is known from now on. */
export const ensurePerson = async (tx: Tx, email: string, now: number): Promise<PersonId> => {
  const [, person] = await Promise.all([
    tx.run(insertPerson, { id: newId('person', now), email, created_at: now, look_at: now + IDLE_MS }),
    tx.first(findPerson, email),
  ])
  if (!person) throw new Fault('a person that was just made is not there')
  return person.id
}

const insertUnlessKept = change(
  people,
  'access.insert_person_unless_kept',
  `insert into people (id, email, created_at, look_at) select $id, $email, $created_at, $look_at
   where not exists (select 1 from memberships where group_id = $group_id and email = $email and left_at is null)
   on conflict (email) do nothing`,
  columnsOf(memberships, 'group_id'),
)

const findNamed = sql<{ id: PersonId }, [groupId: GroupId, email: string]>(
  'access.find_person_named_by_group',
  `select coalesce((select person_id from memberships where group_id = $1 and email = $2 and left_at is null),
     (select id from people where email = $2)) as id`,
)

/** The same within a group, which goes on naming a present member by the address that it added. */
export const ensurePersonInGroup = async (
  tx: Tx,
  groupId: GroupId,
  email: string,
  now: number,
): Promise<PersonId> => {
  const [, person] = await Promise.all([
    tx.run(insertUnlessKept, {
      id: newId('person', now),
      email,
      created_at: now,
      look_at: now + IDLE_MS,
      group_id: groupId,
    }),
    tx.first(findNamed, groupId, email),
  ])
  if (!person) throw new Fault('a person that was just made is not there')
  return person.id
}

const findLater = sql<{ email: string }, [email: string]>(
  'access.find_later_address',
  `select p.email from memberships m join people p on p.id = m.person_id
   where m.email = $1 and p.email is not null and p.email <> m.email limit 1`,
)

/** The address that someone has now, whom a group knows by an earlier one. */
export const findLaterAddress = async (reader: Reader, email: string): Promise<string | undefined> =>
  (await reader.first(findLater, email))?.email

export interface KnownPerson {
  /** Null where they have no account. */
  readonly account_id: AccountId | null
  /** Null once they were erased. */
  readonly email: string | null
  /** Of their account; null where they have none. */
  readonly first_name: string | null
  /** 1 where they want links of mails to lead to signing in. */
  readonly links_sign_in: number | null
}

const findKnown = sql<KnownPerson, [id: PersonId]>(
  'access.find_person_by_id',
  `select p.email, a.id as account_id, a.first_name, a.links_sign_in from people p left join accounts a on a.person_id = p.id
   where p.id = $1`,
)

export const findPersonById = (reader: Reader, id: PersonId): Promise<KnownPerson | undefined> =>
  reader.first(findKnown, id)

export interface Account {
  readonly id: AccountId
  readonly email: string
  readonly plan: Plan
  readonly quota: number | null
}

const findAccount = sql<Account, [email: string]>(
  'access.find_account',
  `select a.id, p.email, a.plan, a.quota from people p join accounts a on a.person_id = p.id where p.email = $1`,
)

export const findAccountByEmail = (reader: Reader, email: string): Promise<Account | undefined> =>
  reader.first(findAccount, email)

const lock = sql<{ readonly id: AccountId }, [id: AccountId]>(
  'access.lock_account',
  `select id from accounts where id = $1 ${forUpdate}`,
)

/** False where it was erased meanwhile. Until the commit nobody else erases it, or makes something for it. */
export const lockAccount = async (tx: Tx, id: AccountId): Promise<boolean> =>
  (await tx.first(lock, id)) !== undefined

export interface NewAccount {
  readonly id: AccountId
  readonly personId: PersonId
  readonly firstName: string
  readonly lastName: string | null
  readonly plan: Plan
  readonly createdAt: number
}

const insert = insertInto(
  accounts,
  'access.insert_account',
  ['id', 'person_id', 'first_name', 'last_name', 'plan', 'created_at', 'had_club'],
  'on conflict (person_id) do nothing',
)

/** False where the person has an account already. */
export const insertAccount = async (tx: Tx, account: NewAccount): Promise<boolean> => {
  const { id, personId, firstName, lastName, plan, createdAt } = account
  const inserted = await tx.run(insert, {
    id,
    person_id: personId,
    first_name: firstName,
    last_name: lastName,
    plan,
    created_at: createdAt,
    had_club: plan === 'club' ? 1 : 0,
  })
  return inserted === 1
}

const setPlan = change(
  accounts,
  'access.set_account_plan',
  `update accounts set plan = $plan, had_club = case when $plan = 'club' then 1 else had_club end where id = $id`,
)

export const setAccountPlan = async (tx: Tx, id: AccountId, plan: Plan): Promise<void> => {
  await tx.run(setPlan, { id, plan })
}

const setQuota = change(
  accounts,
  'access.set_account_quota',
  'update accounts set quota = $quota where id = $id',
)

export const setAccountQuota = async (tx: Tx, id: AccountId, quota: number): Promise<void> => {
  await tx.run(setQuota, { id, quota })
}

const setFirst = change(
  accounts,
  'access.set_first_name',
  'update accounts set first_name = $first_name where id = $id',
)

export const setFirstName = async (tx: Tx, id: AccountId, name: string): Promise<void> => {
  await tx.run(setFirst, { id, first_name: name })
}

const setLast = change(
  accounts,
  'access.set_last_name',
  'update accounts set last_name = $last_name where id = $id',
)

export const setLastName = async (tx: Tx, id: AccountId, name: string | null): Promise<void> => {
  await tx.run(setLast, { id, last_name: name })
}

const countAccounts = sql<{ count: number }, []>(
  'access.count_accounts',
  'select count(*) as count from accounts',
)

export const hasAccounts = async (reader: Reader): Promise<boolean> =>
  ((await reader.first(countAccounts))?.count ?? 0) > 0

const plan = sql<{ plan: Plan }, [ownerId: OwnerId]>(
  'access.find_plan',
  'select plan from accounts where id = $1',
)

/** Undefined for what is no account. */
export const findPlan = async (reader: Reader, ownerId: OwnerId): Promise<Plan | undefined> =>
  (await reader.first(plan, ownerId))?.plan
