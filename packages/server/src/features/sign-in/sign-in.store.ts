// Wishes to sign in by mail, on disk.
import type { SignInId } from '../../kernel/ids.ts'
import { change, changeReturning } from '../../store/statements/changes.ts'
import { signIns } from '../../store/schema/site.ts'
import { sql } from '../../store/statements/statement.ts'
import type { Reader, Tx } from '../../store/store.ts'
import { type RowIn, key } from '../../store/statements/table.ts'
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

const insertUnless = (name: string, countedBy: 'inbox = $inbox' | 'browser_hash = $browser_hash') =>
  change(
    signIns,
    name,
    `insert into sign_ins (id, made_by, inbox, address_hash, address, browser_hash, browser, leads_to, link_hash,
       code_hash, secrets, state, due_at, requested_at)
     select $id, 'person', $inbox, $address_hash, $address, $browser_hash, $browser, $leads_to, $link_hash,
       $code_hash, $secrets, 'waiting', $now, $now
     where (select count(*) from sign_ins where ${countedBy} and requested_at > $since) < $limit`,
  )

const insertOf = {
  inbox: insertUnless('sign_in.insert', 'inbox = $inbox'),
  browser: insertUnless('sign_in.insert_of_browser', 'browser_hash = $browser_hash'),
}

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
  const inserted = await tx.run(insertOf[limit.by], {
    id: signIn.id,
    inbox: signIn.inbox,
    address_hash: signIn.addressHash,
    address: signIn.address,
    browser_hash: signIn.browserHash,
    browser: signIn.browser,
    leads_to: signIn.leadsTo,
    link_hash: signIn.linkHash,
    code_hash: signIn.codeHash,
    secrets: signIn.secrets,
    now,
    since: limit.since,
    limit: limit.most,
  })
  return inserted === 1
}

const insertOperators = change(
  signIns,
  'sign_in.insert_of_operator',
  `insert into sign_ins (id, made_by, inbox, address_hash, address, browser_hash, browser, link_hash, code_hash, state,
     requested_at, lapses_at)
   values ($id, 'operator', $inbox, $address_hash, $address, '', '', $link_hash, '', 'sent', $requested_at, $lapses_at)`,
)

/** A link that the operator hands over: no browser asked for it, and it has no code. */
export const insertOperatorsLink = async (
  tx: Tx,
  link: Pick<NewSignIn, 'id' | 'inbox' | 'addressHash' | 'address' | 'linkHash'>,
  now: number,
  lapsesAt: number,
): Promise<void> => {
  const { id, inbox, addressHash, address, linkHash } = link
  await tx.run(insertOperators, {
    id,
    inbox,
    address_hash: addressHash,
    address,
    link_hash: linkHash,
    requested_at: now,
    lapses_at: lapsesAt,
  })
}

const columns = [
  'id',
  'made_by',
  'inbox',
  'address_hash',
  'address',
  'browser_hash',
  'browser',
  'leads_to',
  'code_hash',
  'secrets',
  'state',
  'mail_tries',
  'requested_at',
  'lapses_at',
] as const

export type SignInRow = Pick<RowIn<typeof signIns>, (typeof columns)[number]>

export type MadeBy = SignInRow['made_by']

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
  readonly requestedAt: number
}

export const signInColumns = columns.join(', ')

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
  requestedAt: row.requested_at,
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
  `select ${signInColumns} from sign_ins where browser_hash = $1 and requested_at > $2 order by requested_at desc limit 10`,
)

/** What a browser has asked for since then, the newest first. */
export const listSignInsOfBrowser = async (
  reader: Reader,
  browserHash: string,
  since: number,
): Promise<readonly SignIn[]> => (await reader.all(listOfBrowser, browserHash, since)).map(toSignIn)

const use = change(
  signIns,
  'sign_in.use',
  `update sign_ins set state = 'used', secrets = null, due_at = null
   where id = $id and state in ('sending', 'sent')`,
)

/** False where it was used or ended meanwhile: of two at once, one signs in. */
export const useSignIn = async (tx: Tx, id: SignInId): Promise<boolean> => (await tx.run(use, { id })) === 1

const useAgain = change(
  signIns,
  'sign_in.use_again',
  `update sign_ins set state = 'used' where id = $id and state = 'used'
     and exists (select 1 from used_proofs where hash = $sending and used_at > $since)`,
  { sending: key() },
)

/** Whether it was used by this very form since then, and is not ended. */
export const useSignInAgain = async (
  tx: Tx,
  id: SignInId,
  sending: string,
  since: number,
): Promise<boolean> => (await tx.run(useAgain, { id, sending, since })) === 1

const endOthers = change(
  signIns,
  'sign_in.end_others',
  `update sign_ins set state = 'ended', secrets = null, due_at = null
   where inbox = $inbox and address_hash = $address_hash and id <> $id
     and state in ('waiting', 'sending', 'sent', 'used')`,
)

/** Ends whatever else is out for the same address, or was just used; all of it where `id` is null. */
export const endOtherSignIns = async (
  tx: Tx,
  { inbox, addressHash, id }: Pick<SignIn, 'inbox' | 'addressHash'> & { readonly id: SignInId | null },
): Promise<void> => {
  await tx.run(endOthers, { inbox, address_hash: addressHash, id: id ?? '' })
}

const chargeTry = changeReturning(
  signIns,
  'sign_in.charge_try',
  `update sign_ins set wrong_codes = wrong_codes + 1 where id = $id and wrong_codes <= ${CODE_TRIES}`,
  ['wrong_codes'],
)

/**
 * Counts a try before its code is compared, so that tries at once are counted one by one; of every wish alike, so that
 * it takes as long where no mail was sent. Gives the number of this try.
 */
export const chargeCodeTry = async (tx: Tx, id: SignInId): Promise<number> =>
  (await tx.first(chargeTry, { id }))?.wrong_codes ?? Number.POSITIVE_INFINITY

const removeOld = sql<never, [before: number, limit: number]>(
  'sign_in.remove_old',
  `delete from sign_ins where id in (select id from sign_ins where requested_at < $1 order by requested_at, id limit $2)`,
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
