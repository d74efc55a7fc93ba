// From a proved address to a session. Where there is no account yet, one can be opened within the time that the mail was
// good for, in the browser that proved the address.
import type { Plan } from '@challenge-service/contract'
import { newId, type AccountId } from '../../kernel/ids.ts'
import type { Keyring } from '../../kernel/keyring.ts'
import { addressHashes } from '../../mail/messages/links.ts'
import { clearPreference } from '../../mail/preferences/preferences.store.ts'
import type { Tx } from '../../store/store.ts'
import { ensurePerson, insertAccount } from '../access/accounts.store.ts'
import { logSecurity } from '../security/security-log.store.ts'
import { SENT_TWICE_MS } from '../security/used-proofs.store.ts'
import type { Browser } from '../operation.ts'
import { openSession } from '../sessions/session.service.ts'
import { findKnownAddress } from './address.service.ts'
import { findAccountId, wasOpenedSince } from './address.store.ts'
import { LINK_MS, mayEnter } from './sign-in.rules.ts'
import type { SignUp } from '../../kernel/sign-up.ts'

/** How someone proved who they are. */
export type ProvedBy = 'mail_link' | 'mail_code' | 'passkey' | 'operator_link'

export interface Entering {
  readonly address: string
  /** Of a passkey, which proves an account: its address may have been changed since. */
  readonly accountId?: AccountId
  /** The page of the site that they wanted; null: home. */
  readonly leadsTo: string | null
  readonly browser: Browser
  readonly by: ProvedBy
}

export type Entered =
  | {
      readonly kind: 'session'
      readonly accountId: AccountId
      readonly value: string
      readonly leadsTo: string | null
    }
  /** There is no account yet: with this an account can be opened. */
  | { readonly kind: 'sign_up'; readonly proof: string }
  /** Accounts are made by the operator alone, or for those who were invited. */
  | { readonly kind: 'closed' }

export const enter = async (
  tx: Tx,
  keys: Keyring,
  entering: Entering,
  signUp: SignUp,
  now: number,
): Promise<Entered> => {
  const { address, browser, by, leadsTo } = entering
  const accountId = entering.accountId ?? (await findAccountId(tx, address))
  if (accountId !== null) {
    const { value } = await openSession(tx, accountId, browser, now)
    logSecurity(tx, accountId, 'signed_in', { browser: browser.name, by }, now)
    return { kind: 'session', accountId, value, leadsTo }
  }
  return mayEnter(await findKnownAddress(tx, keys, address), signUp)
    ? { kind: 'sign_up', proof: sealProof(keys, entering, now) }
    : { kind: 'closed' }
}

export interface NewAccountInput {
  readonly firstName: string
  readonly lastName: string | null
}

/** Undefined where the proof has lapsed, or belongs to another browser. Sent twice, it opens one account. */
export const openAccount = async (
  tx: Tx,
  keys: Keyring,
  proof: string,
  { firstName, lastName }: NewAccountInput,
  { browser, plan, signUp }: { readonly browser: Browser; readonly plan: Plan; readonly signUp: SignUp },
  now: number,
): Promise<Entered | undefined> => {
  const proved = openProof(keys, proof, browser, now)
  if (!proved) return undefined
  const { address } = proved
  const known = await findKnownAddress(tx, keys, address)
  if (!mayEnter(known, signUp)) return { kind: 'closed' }
  // What a person proved before their erasure is void.
  if (known.erasedAt !== null && known.erasedAt >= proved.until - LINK_MS) return undefined
  const id = newId('account', now)
  const personId = await ensurePerson(tx, address, now)
  if (await insertAccount(tx, { id, personId, firstName, lastName, plan, createdAt: now })) {
    for (const hash of addressHashes(keys, address)) await clearPreference(tx, hash, 'erasedAt')
    logSecurity(tx, id, 'account_opened', { browser: browser.name }, now)
  } else if (!(await wasOpenedSince(tx, personId, now - SENT_TWICE_MS))) {
    // It is there for a while: this form is none that was just sent twice.
    return undefined
  }
  return enter(tx, keys, { ...proved, browser }, signUp, now)
}

interface Proof {
  readonly address: string
  readonly leadsTo: string | null
  readonly by: ProvedBy
  readonly browserHash: string
  readonly until: number
}

const PROOF_CONTEXT = 'sign-up'

const sealProof = (keys: Keyring, { address, leadsTo, browser, by }: Entering, now: number): string => {
  const proof: Proof = { address, leadsTo, by, browserHash: browser.hash, until: now + LINK_MS }
  return keys.seal('sign-in', JSON.stringify(proof), PROOF_CONTEXT).toString('base64url')
}

const openProof = (keys: Keyring, text: string, browser: Browser, now: number): Proof | undefined => {
  const proof = tryOpen(keys, text)
  return proof && proof.browserHash === browser.hash && now < proof.until ? proof : undefined
}

/** Undefined for what we did not seal. */
const tryOpen = (keys: Keyring, text: string): Proof | undefined => {
  try {
    return JSON.parse(keys.open('sign-in', Buffer.from(text, 'base64url'), PROOF_CONTEXT)) as Proof
  } catch {
    return undefined
  }
}

/** The address of a proof, for the page that it belongs to. */
export const readProvedAddress = (
  keys: Keyring,
  text: string,
  browser: Browser,
  now: number,
): string | undefined => openProof(keys, text, browser, now)?.address
