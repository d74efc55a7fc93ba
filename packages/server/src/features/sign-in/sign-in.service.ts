// Signing in by mail: asks for one, and takes the link or the code that it carried. Every address gets the same work and
// the same words; what it may do is decided when its mail is made.
import type { SignInId } from '../../kernel/ids.ts'
import { newId } from '../../kernel/ids.ts'
import { HOUR_MS } from '../../kernel/instants.ts'
import type { Keyring } from '../../kernel/keyring.ts'
import { hashSecretValue, isSecretValue, makeSecretValue } from '../../kernel/secret-value.ts'
import { addressHash, addressHashes, inboxHash, inboxHashes } from '../../mail/messages/links.ts'
import type { Reader, Tx } from '../../store/store.ts'
import { isKnownBrowser } from '../sessions/known-browsers.store.ts'
import type { Browser } from '../operation.ts'
import {
  forgetSending,
  hashSending,
  isFirstSending,
  SENT_TWICE_MS,
  spendProof,
  wasSent,
} from '../security/used-proofs.store.ts'
import { makeCode, readCode } from './code.ts'
import { CODE_TRIES, judgeLink, LINK_MS, type LinkStanding } from './sign-in.rules.ts'
import {
  chargeCodeTry,
  endOtherSignIns,
  findSignInByLink,
  insertOperatorsLink,
  insertSignIn,
  listSignInsOfBrowser,
  removeSignIns,
  useSignIn,
  useSignInAgain,
  type NewSignIn,
  type SignIn,
} from './sign-in.store.ts'

/** Of one inbox, so many wishes are kept in an hour; fewer are mailed. */
const KEPT_IN_AN_HOUR = 20
/** A mail may wait this long for its mail server, and be good for its time after that. */
const CODE_SINCE_MS = 2 * HOUR_MS

/** What the mail carries. */
export interface SignInSecrets {
  readonly link: string
  readonly code: string
}

export interface Asking {
  readonly address: string
  readonly browser: Browser
  /** The same for the same form, however often it is sent. */
  readonly formKey: string
  /** The page of the site that they wanted; null: home. */
  readonly leadsTo: string | null
}

/**
 * The same work for every address: whether it may sign in is decided where the mail is made. A form that is sent twice
 * asks once.
 */
export const askToSignIn = async (
  tx: Tx,
  keys: Keyring,
  { address, browser, formKey, leadsTo }: Asking,
  now: number,
): Promise<void> => {
  const sending = hashAsking({ browser, formKey })
  if (!(await isFirstSending(tx, sending, now))) return
  const id = newId('signIn', now)
  const secrets: SignInSecrets = { link: makeSecretValue(), code: makeCode() }
  const signIn: NewSignIn = {
    id,
    ...hideAddress(keys, id, address),
    browserHash: browser.hash,
    browser: browser.name,
    leadsTo,
    linkHash: hashSecretValue(secrets.link),
    codeHash: hashCode(keys, id, secrets.code),
    secrets: keys.seal('sign-in', JSON.stringify(secrets), secretsContext(id)),
  }
  const limit = { since: now - HOUR_MS, most: KEPT_IN_AN_HOUR }
  if (await insertSignIn(tx, signIn, now, { by: 'inbox', ...limit })) return
  // Someone floods this address: a browser that was signed in to its account before still gets in.
  const isKnown = await isKnownBrowser(tx, address, browser.hash)
  if (isKnown && (await insertSignIn(tx, signIn, now, { by: 'browser', ...limit }))) return
  // A flood fills no table.
  await forgetSending(tx, sending)
}

const hashAsking = ({ browser, formKey }: Sending): string => hashSending(browser.hash, formKey, 'ask')

/** Whether this very form has just asked, so that it is not counted twice where it is sent twice. */
export const wasRequested = (reader: Reader, sending: Sending, now: number): Promise<boolean> =>
  wasSent(reader, hashAsking(sending), now)

/** A link that signs in its bearer, without a mail. */
export const makeOperatorsLink = async (
  tx: Tx,
  keys: Keyring,
  address: string,
  now: number,
): Promise<string> => {
  const id = newId('signIn', now)
  const link = makeSecretValue()
  const linkHash = hashSecretValue(link)
  await insertOperatorsLink(tx, { id, ...hideAddress(keys, id, address), linkHash }, now, now + LINK_MS)
  return link
}

/** What a link leads to: the address that it signs in, or the way to a new mail. */
export type OpenedSignIn =
  | { readonly standing: LinkStanding; readonly address: string; readonly leadsTo: string | null }
  | { readonly standing: 'unknown' }

export const openSignInLink = async (
  reader: Reader,
  keys: Keyring,
  link: string,
  now: number,
): Promise<OpenedSignIn> => {
  const signIn = await findByLink(reader, link)
  const address = signIn && openAddress(keys, signIn)
  if (!signIn || address === undefined) return { standing: 'unknown' }
  return { standing: judgeLink(signIn, now), address, leadsTo: signIn.leadsTo }
}

/** An address that someone has just proved to be theirs. */
export interface Proved {
  readonly address: string
  readonly by: 'mail_link' | 'mail_code' | 'operator_link'
  readonly leadsTo: string | null
}

/** The form by which someone signs in. */
export interface Sending {
  readonly browser: Browser
  /** The same for the same form, however often it is sent. */
  readonly formKey: string
}

/** Undefined where the link is good no more. */
export const proveByLink = async (
  tx: Tx,
  keys: Keyring,
  link: string,
  sending: Sending,
  now: number,
): Promise<Proved | undefined> => {
  const signIn = await findByLink(tx, link)
  if (!signIn) return undefined
  const by = signIn.madeBy === 'operator' ? 'operator_link' : 'mail_link'
  return use(tx, keys, signIn, by, sending, now)
}

export type ProvedByCode = Proved | 'wrong' | 'no_code'

/** Only in the browser that asked. `no_code`: what was typed cannot be a code, and is not counted as a try. */
export const proveByCode = async (
  tx: Tx,
  keys: Keyring,
  typed: string,
  sending: Sending,
  now: number,
  /** Where only a code that was mailed to this address will do. */
  address?: string,
): Promise<ProvedByCode> => {
  const code = readCode(typed)
  if (code === undefined) return 'no_code'
  for (const signIn of await listSignInsOfBrowser(tx, sending.browser.hash, now - CODE_SINCE_MS)) {
    if (address !== undefined && openAddress(keys, signIn) !== address) continue
    const tries = await chargeCodeTry(tx, signIn.id)
    if (!isCodeOf(keys, signIn, code)) continue
    const proved =
      tries > CODE_TRIES
        ? await useAgain(tx, keys, signIn, 'mail_code', sending, now)
        : await use(tx, keys, signIn, 'mail_code', sending, now)
    if (proved) return proved
  }
  return 'wrong'
}

type Use = (
  tx: Tx,
  keys: Keyring,
  signIn: SignIn,
  by: Proved['by'],
  sending: Sending,
  now: number,
) => Promise<Proved | undefined>

const use: Use = async (tx, keys, signIn, by, sending, now) => {
  const address = openAddress(keys, signIn)
  if (address === undefined) return undefined
  if (judgeLink(signIn, now) !== 'good' || !(await useSignIn(tx, signIn.id))) {
    return useAgain(tx, keys, signIn, by, sending, now)
  }
  await spendProof(tx, hashUse(signIn, sending), now)
  await endOtherSignIns(tx, signIn)
  return { address, by, leadsTo: signIn.leadsTo }
}

/**
 * Of a button that is pressed twice, a browser takes the second answer alone. So the form that has used it, from the same
 * browser, is taken again for a minute; it is good for nobody else.
 */
const useAgain: Use = async (tx, keys, signIn, by, sending, now) => {
  const address = openAddress(keys, signIn)
  if (address === undefined) return undefined
  const isAgain = await useSignInAgain(tx, signIn.id, hashUse(signIn, sending), now - SENT_TWICE_MS)
  return isAgain ? { address, by, leadsTo: signIn.leadsTo } : undefined
}

const hashUse = ({ id }: SignIn, { browser, formKey }: Sending): string =>
  hashSending(browser.hash, formKey, `use ${id}`)

/** What is out for an address signs in no more: someone has just come in another way, or shut all other browsers out. */
export const endSignIns = async (tx: Tx, keys: Keyring, address: string): Promise<void> => {
  const [inbox, hash] = [inboxHash(keys, address), addressHash(keys, address)]
  await endOtherSignIns(tx, { inbox, addressHash: hash, id: null })
}

/** Whatever was asked for with this address: nothing of it signs in any more. */
export const forgetSignIns = async (tx: Tx, keys: Keyring, address: string): Promise<void> => {
  const [inboxes, hashes] = [inboxHashes(keys, address), addressHashes(keys, address)]
  for (const inbox of new Set(inboxes)) {
    for (const hash of new Set(hashes)) await removeSignIns(tx, inbox, hash)
  }
}

const findByLink = async (reader: Reader, link: string): Promise<SignIn | undefined> =>
  isSecretValue(link) ? findSignInByLink(reader, hashSecretValue(link)) : undefined

/** An address as it is kept: two hashes to find it by, and the text encrypted. */
const hideAddress = (keys: Keyring, id: SignInId, address: string) => ({
  inbox: inboxHash(keys, address),
  addressHash: addressHash(keys, address),
  address: keys.seal('sign-in', address, addressContext(id)),
})

export const addressContext = (id: SignInId): string => `${id} address`
export const secretsContext = (id: SignInId): string => `${id} secrets`

const openSealed = (keys: Keyring, sealed: Uint8Array, context: string): string | undefined =>
  keys.knows('sign-in', sealed) ? keys.open('sign-in', sealed, context) : undefined

/** Undefined where its key was given up. */
export const openAddress = (
  keys: Keyring,
  { id, address }: Pick<SignIn, 'id' | 'address'>,
): string | undefined => openSealed(keys, address, addressContext(id))

/** Keyed: a code is short enough to be found from a plain hash of it. */
const hashCode = (keys: Keyring, id: SignInId, code: string): string =>
  keys.sign('link', codeText(id, code)).toString('base64url')

const isCodeOf = (keys: Keyring, { id, codeHash }: SignIn, code: string): boolean =>
  keys.verify('link', codeText(id, code), Buffer.from(codeHash, 'base64url'))

const codeText = (id: SignInId, code: string): string => `sign-in code ${id} ${code}`

export const openSecrets = (keys: Keyring, { id, secrets }: SignIn): SignInSecrets | undefined => {
  const text = secrets === null ? undefined : openSealed(keys, secrets, secretsContext(id))
  return text === undefined ? undefined : (JSON.parse(text) as SignInSecrets)
}
