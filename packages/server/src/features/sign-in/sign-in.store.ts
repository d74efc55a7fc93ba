// Wishes to sign in by mail, on disk.
import type { SignInId } from '../../kernel/ids.ts'
import { sql } from '../../store/statement.ts'
import type { Reader, Tx } from '../../store/store.ts'
import { CODE_TRIES, type SignInState } from './sign-in.rules.ts'

export interface NewSignIn {
  readonly id: SignInId
  readonly inbox: string
  readonly addressHash: string
  readonly address: Uint8Array
  readonly browserHash: string
  readonly browser: string
  /** The page of the site that was asked for; null: home. */
  readonly leadsTo: string | null
  readonly linkHash: string
  readonly codeHash: string
  readonly secrets: Uint8Array
}

type NewSignInParams = [
  id: SignInId,
  inbox: string,
  addressHash: string,
  address: Uint8Array,
  browserHash: string,
  browser: string,
  leadsTo: string | null,
  linkHash: string,
  codeHash: string,
  secrets: Uint8Array,
  now: number,
  since: number,
  most: number,
]

const insertUnless = (countedBy: string): string =>
  `insert into sign_ins (id, made_by, inbox, address_hash, address, browser_hash, browser, leads_to, link_hash,
     code_hash, secrets, state, due_at, asked_at)
   select $1, 'person', $2, $3, $4, $5, $6, $7, $8, $9, $10, 'waiting', $11, $11
   where (select count(*) from sign_ins where ${countedBy} and asked_at > $12) < $13`

const insertOfInbox = sql<never, NewSignInParams>('sign_in.insert', insertUnless('inbox = $2'))

const insertOfBrowser = sql<never, NewSignInParams>(
  'sign_in.insert_of_browser',
  insertUnless('browser_hash = $5'),
)

/**
 * Unless there are `most` of this inbox, or of this browser, `since` then: a flood fills no table. False: it is as if
 * nobody had asked.
 */
export const insertSignIn = async (
  tx: Tx,
  signIn: NewSignIn,
  now: number,
  limit: { readonly by: 'inbox' | 'browser'; readonly since: number; readonly most: number },
): Promise<boolean> => {
  const { id, inbox, addressHash, address, browserHash, browser } = signIn
  const { leadsTo, linkHash, codeHash, secrets } = signIn
  const insert = limit.by === 'inbox' ? insertOfInbox : insertOfBrowser
  const who = [inbox, addressHash, address, browserHash, browser] as const
  const what = [leadsTo, linkHash, codeHash, secrets] as const
  return (await tx.run(insert, id, ...who, ...what, now, limit.since, limit.most)) === 1
}

const insertOperators = sql<
  never,
  [
    id: SignInId,
    inbox: string,
    addressHash: string,
    address: Uint8Array,
    linkHash: string,
    now: number,
    lapsesAt: number,
  ]
>(
  'sign_in.insert_of_operator',
  `insert into sign_ins (id, made_by, inbox, address_hash, address, browser_hash, browser, link_hash, code_hash, state,
     asked_at, lapses_at)
   values ($1, 'operator', $2, $3, $4, '', '', $5, '', 'sent', $6, $7)`,
)

/** A link that the operator hands over: no browser asked for it, and it has no code. */
export const insertOperatorsLink = async (
  tx: Tx,
  link: Pick<NewSignIn, 'id' | 'inbox' | 'addressHash' | 'address' | 'linkHash'>,
  now: number,
  lapsesAt: number,
): Promise<void> => {
  const { id, inbox, addressHash, address, linkHash } = link
  await tx.run(insertOperators, id, inbox, addressHash, address, linkHash, now, lapsesAt)
}

export interface SignInRow {
  readonly id: SignInId
  readonly made_by: MadeBy
  readonly inbox: string
  readonly address_hash: string
  readonly address: Uint8Array
  readonly browser_hash: string
  readonly browser: string
  readonly leads_to: string | null
  readonly code_hash: string
  readonly secrets: Uint8Array | null
  readonly state: SignInState['state']
  readonly mail_tries: number
  readonly asked_at: number
  readonly lapses_at: number | null
}

export type MadeBy = 'person' | 'operator'

/** A wish to sign in, as it is kept. */
export interface SignIn extends SignInState {
  readonly id: SignInId
  readonly madeBy: MadeBy
  readonly inbox: string
  readonly addressHash: string
  readonly address: Uint8Array
  readonly browserHash: string
  readonly browser: string
  readonly leadsTo: string | null
  readonly codeHash: string
  readonly secrets: Uint8Array | null
  readonly mailTries: number
  readonly askedAt: number
}

export const signInColumns = `id, made_by, inbox, address_hash, address, browser_hash, browser, leads_to, code_hash, secrets, state, mail_tries,
  asked_at, lapses_at`

export const toSignIn = (row: SignInRow): SignIn => ({
  id: row.id,
  madeBy: row.made_by,
  inbox: row.inbox,
  addressHash: row.address_hash,
  address: row.address,
  browserHash: row.browser_hash,
  browser: row.browser,
  leadsTo: row.leads_to,
  codeHash: row.code_hash,
  secrets: row.secrets,
  state: row.state,
  mailTries: row.mail_tries,
  askedAt: row.asked_at,
  lapsesAt: row.lapses_at,
})

const findByLink = sql<SignInRow, [linkHash: string]>(
  'sign_in.find_by_link',
  `select ${signInColumns} from sign_ins where link_hash = $1`,
)

export const findSignInByLink = async (reader: Reader, linkHash: string): Promise<SignIn | undefined> => {
  const row = await reader.first(findByLink, linkHash)
  return row && toSignIn(row)
}

const listOfBrowser = sql<SignInRow, [browserHash: string, since: number]>(
  'sign_in.list_of_browser',
  `select ${signInColumns} from sign_ins where browser_hash = $1 and asked_at > $2 order by asked_at desc limit 10`,
)

/** What a browser has asked for since then, the newest first. */
export const listSignInsOfBrowser = async (
  reader: Reader,
  browserHash: string,
  since: number,
): Promise<readonly SignIn[]> => (await reader.all(listOfBrowser, browserHash, since)).map(toSignIn)

const use = sql<never, [id: SignInId]>(
  'sign_in.use',
  `update sign_ins set state = 'used', secrets = null, due_at = null
   where id = $1 and state in ('sending', 'sent')`,
)

/** False where it was used or ended meanwhile: of two at once, one signs in. */
export const useSignIn = async (tx: Tx, id: SignInId): Promise<boolean> => (await tx.run(use, id)) === 1

const useAgain = sql<never, [id: SignInId, sending: string, since: number]>(
  'sign_in.use_again',
  `update sign_ins set state = 'used' where id = $1 and state = 'used'
     and exists (select 1 from used_proofs where hash = $2 and used_at > $3)`,
)

/** Whether it was used by this very form since then, and is not ended. */
export const useSignInAgain = async (
  tx: Tx,
  id: SignInId,
  sending: string,
  since: number,
): Promise<boolean> => (await tx.run(useAgain, id, sending, since)) === 1

const endOthers = sql<never, [inbox: string, addressHash: string, id: SignInId | '']>(
  'sign_in.end_others',
  `update sign_ins set state = 'ended', secrets = null, due_at = null
   where inbox = $1 and address_hash = $2 and id <> $3 and state in ('waiting', 'sending', 'sent', 'used')`,
)

/** Ends whatever else is out for the same address, or was just used; all of it where `id` is null. */
export const endOtherSignIns = async (
  tx: Tx,
  { inbox, addressHash, id }: Pick<SignIn, 'inbox' | 'addressHash'> & { readonly id: SignInId | null },
): Promise<void> => {
  await tx.run(endOthers, inbox, addressHash, id ?? '')
}

const chargeTry = sql<{ readonly tries: number }, [id: SignInId]>(
  'sign_in.charge_try',
  `update sign_ins set wrong_codes = wrong_codes + 1 where id = $1 and wrong_codes <= ${CODE_TRIES}
   returning wrong_codes as tries`,
)

/**
 * Counts a try before its code is compared, so that tries at once are counted one by one; of every wish alike, so that
 * it takes as long where no mail was sent. Gives the number of this try.
 */
export const chargeCodeTry = async (tx: Tx, id: SignInId): Promise<number> =>
  (await tx.first(chargeTry, id))?.tries ?? Number.POSITIVE_INFINITY

const removeOld = sql<never, [before: number, limit: number]>(
  'sign_in.remove_old',
  `delete from sign_ins where id in (select id from sign_ins where asked_at < $1 order by asked_at, id limit $2)`,
)

/** Removes at most so many that no limit counts any more. */
export const removeOldSignIns = (tx: Tx, before: number, limit: number): Promise<number> =>
  tx.run(removeOld, before, limit)

const removeOfAddress = sql<never, [inbox: string, addressHash: string]>(
  'sign_in.remove_of_address',
  'delete from sign_ins where inbox = $1 and address_hash = $2',
)

/** Whatever is kept of wishes to sign in with this address: its links end with it. */
export const removeSignIns = async (tx: Tx, inbox: string, addressHash: string): Promise<void> => {
  await tx.run(removeOfAddress, inbox, addressHash)
}
