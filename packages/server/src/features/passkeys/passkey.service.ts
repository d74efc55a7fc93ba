// Adds a passkey to an account, and takes one as proof of who someone is. A passkey works for one host alone.
import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server'
import { newId, type AccountId, type PersonId, type UncheckedId } from '../../kernel/ids.ts'
import { DAY_MS } from '../../kernel/instants.ts'
import type { Keyring } from '../../kernel/keyring.ts'
import { notVisible, refuse } from '../../kernel/refusal.ts'
import type { PasskeyNotice } from '../../mail/notice.rules.ts'
import { countQueued, queueMail } from '../../mail/outbox/outbox.store.ts'
import type { Reader, Tx } from '../../store/store.ts'
import { lockAccount } from '../access/accounts.store.ts'
import { logSecurity } from '../security/security-log.store.ts'
import { beginCeremony, openCeremony } from './ceremony.ts'
import {
  findPasskey,
  insertPasskey,
  listPasskeys,
  notePasskeyUse,
  removePasskey,
  type KnownPasskey,
  type ListedPasskey,
} from './passkey.store.ts'
import { loadWebAuthn } from './web-authn.ts'
import { spendProof } from '../security/used-proofs.store.ts'

const PASSKEYS_AT_MOST = 20
/** Each change is a mail that no other limit holds back. */
const CHANGES_A_DAY = 20
/** Longer than what any device says. */
const CREDENTIAL_MAX = 20_000
/** As base64url; a device makes at most 1023 bytes of it. */
const CREDENTIAL_ID = /^[\w-]{1,1364}$/

/** Where passkeys work: the host of the site, and its whole origin. */
export interface PasskeyHost {
  readonly host: string
  readonly origin: string
  readonly siteName: string
}

/** What a browser sends back: what the device said, and the ceremony that it belongs to. */
export interface SentCredential {
  readonly credential: string
  readonly ceremony: string
}

export interface Offer<Options> {
  readonly options: Options
  readonly ceremony: string
}

/** No passkey is named: which ones there are for an address is nobody's business. */
export const offerToEnter = async (
  keys: Keyring,
  { host }: PasskeyHost,
  now: number,
): Promise<Offer<PublicKeyCredentialRequestOptionsJSON>> => {
  const { challenge, sealed } = beginCeremony(keys, 'enter', now)
  const { library } = await loadWebAuthn()
  const options = await library.generateAuthenticationOptions({
    rpID: host,
    challenge: Buffer.from(challenge, 'base64url'),
    userVerification: 'required',
    allowCredentials: [],
  })
  return { options, ceremony: sealed }
}

export const offerToAdd = async (
  keys: Keyring,
  { host, siteName }: PasskeyHost,
  account: { readonly id: AccountId; readonly email: string; readonly firstName: string },
  known: readonly ListedPasskey[],
  now: number,
): Promise<Offer<PublicKeyCredentialCreationOptionsJSON>> => {
  const { challenge, sealed } = beginCeremony(keys, { addTo: account.id }, now)
  const { library } = await loadWebAuthn()
  const options = await library.generateRegistrationOptions({
    rpID: host,
    rpName: siteName,
    userID: new TextEncoder().encode(account.id),
    userName: account.email,
    userDisplayName: account.firstName,
    challenge: Buffer.from(challenge, 'base64url'),
    attestationType: 'none',
    excludeCredentials: known.map(({ credential_id }) => ({ id: credential_id })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  return { options, ceremony: sealed }
}

const badCredential = () =>
  refuse(
    'invalid_request',
    'input_invalid',
    'This passkey was not taken: it is not known here, or the page was open for too long. Try again.',
  )

/** Whose passkeys they are, and in which browser they act. */
export interface PasskeyOwner {
  readonly accountId: AccountId
  readonly personId: PersonId
  readonly browserName: string
}

/** A passkey that a device has just made, and its ceremony. */
export interface MadePasskey {
  readonly credentialId: string
  readonly publicKey: Uint8Array
  readonly uses: number
  readonly transports: readonly string[]
  readonly host: string
  readonly proofHash: string
}

/** What the device says is checked before the transaction: it takes a while, and nothing waits for it. */
export const checkNewPasskey = async (
  keys: Keyring,
  site: PasskeyHost,
  accountId: AccountId,
  sent: SentCredential,
  now: number,
): Promise<MadePasskey> => {
  const opened = openCeremony(keys, sent.ceremony, { addTo: accountId }, now)
  const response = readCredential(sent.credential) as RegistrationResponseJSON | undefined
  if (!opened || !response) throw badCredential()
  const { library } = await loadWebAuthn()
  const verified = await orNothing(() =>
    library.verifyRegistrationResponse({
      response,
      expectedChallenge: opened.challenge,
      expectedOrigin: site.origin,
      expectedRPID: site.host,
      requireUserVerification: true,
    }),
  )
  if (!verified?.verified) throw badCredential()
  const { id: credentialId, publicKey, counter, transports } = verified.registrationInfo.credential
  return {
    credentialId,
    publicKey,
    uses: counter,
    transports: readTransports(transports),
    host: site.host,
    proofHash: opened.hash,
  }
}

export const addPasskey = async (
  tx: Tx,
  owner: PasskeyOwner,
  name: string,
  made: MadePasskey,
  now: number,
): Promise<void> => {
  const { accountId } = owner
  const { proofHash, ...device } = made
  // One after the other, so that none is added over the limit, or to an account that is being erased.
  if (!(await lockAccount(tx, accountId))) throw notVisible()
  const known = await listPasskeys(tx, accountId)
  if (!(await spendProof(tx, proofHash, now))) throw badCredential()
  if (known.length >= PASSKEYS_AT_MOST) {
    throw refuse('conflict', 'limit_reached', `An account has at most ${PASSKEYS_AT_MOST} passkeys.`)
  }
  if ((await countChanges(tx, owner, now - DAY_MS)) >= CHANGES_A_DAY) {
    throw refuse(
      'conflict',
      'limit_reached',
      `You have added or removed ${CHANGES_A_DAY} passkeys in a day. Add the next one tomorrow.`,
    )
  }
  const passkey = { ...device, id: newId('passkey', now), accountId, name }
  if (!(await insertPasskey(tx, passkey, now))) throw badCredential()
  tell(tx, owner, 'passkey_added', name, now)
}

const countChanges = async (tx: Tx, { personId }: PasskeyOwner, since: number): Promise<number> =>
  (await countQueued(tx, personId, null, 'passkey_added', since)) +
  (await countQueued(tx, personId, null, 'passkey_removed', since))

/** However much was changed: a passkey that a thief added must go at once. What is removed was added before. */
export const removeOwnPasskey = async (
  tx: Tx,
  owner: PasskeyOwner,
  id: UncheckedId<'passkey'>,
  now: number,
): Promise<void> => {
  const name = await removePasskey(tx, owner.accountId, id)
  if (name === undefined) throw notVisible()
  tell(tx, owner, 'passkey_removed', name, now)
}

/** In the security log, and by mail, for an owner who left a browser open. */
const tell = (
  tx: Tx,
  { accountId, personId, browserName }: PasskeyOwner,
  kind: PasskeyNotice['kind'],
  name: string,
  now: number,
): void => {
  const facts = { name, browser: browserName }
  logSecurity(tx, accountId, kind, facts, now)
  const people = { personId, ownerId: personId, causerId: personId, throughId: null }
  queueMail(tx, { kind, class: 'account', ...people, challengeId: null, deadline: null, facts }, now)
}

/** The person a passkey belongs to; to be spent in the transaction that lets them in. */
export interface ProvedByPasskey {
  readonly passkey: KnownPasskey & { readonly email: string }
  readonly uses: number
  readonly proofHash: string
}

export const checkPasskey = async (
  reader: Reader,
  keys: Keyring,
  site: PasskeyHost,
  sent: SentCredential,
  now: number,
): Promise<ProvedByPasskey> => {
  const opened = openCeremony(keys, sent.ceremony, 'enter', now)
  const response = readCredential(sent.credential) as AuthenticationResponseJSON | undefined
  if (!opened || !response) throw badCredential()
  const passkey = await findPasskey(reader, response.id)
  const { library, nobodysPublicKey } = await loadWebAuthn()
  const verified = await orNothing(() =>
    library.verifyAuthenticationResponse({
      response,
      expectedChallenge: opened.challenge,
      expectedOrigin: site.origin,
      expectedRPID: site.host,
      requireUserVerification: true,
      credential: {
        id: response.id,
        // What is not known here is checked all the same, so that it takes as long to say no.
        publicKey: passkey ? new Uint8Array(passkey.public_key) : nobodysPublicKey,
        counter: passkey?.uses ?? 0,
      },
    }),
  )
  if (!passkey || passkey.email === null || passkey.host !== site.host) throw badCredential()
  if (!verified?.verified) throw badCredential()
  return {
    passkey: { ...passkey, email: passkey.email },
    uses: verified.authenticationInfo.newCounter,
    proofHash: opened.hash,
  }
}

/**
 * Counts it, once: the same words of a device are never taken twice. One that was removed since it was checked is
 * refused like one that nobody knows.
 */
export const spendPasskey = async (
  tx: Tx,
  { passkey, uses, proofHash }: ProvedByPasskey,
  now: number,
): Promise<void> => {
  // The account before its passkey, as an erasure locks them.
  if (!(await lockAccount(tx, passkey.account_id))) throw badCredential()
  if (!(await spendProof(tx, proofHash, now))) throw badCredential()
  if (!(await notePasskeyUse(tx, passkey.id, uses, now))) throw badCredential()
}

/** Undefined for what no browser sends. Its parts are judged by the library. */
const readCredential = (text: string): { readonly id: string } | undefined => {
  if (text.length > CREDENTIAL_MAX) return undefined
  try {
    const value = JSON.parse(text) as unknown
    const isOne = typeof value === 'object' && value !== null && 'id' in value && typeof value.id === 'string'
    if (!isOne) return undefined
    const sent = value as { readonly id: string }
    return CREDENTIAL_ID.test(sent.id) ? sent : undefined
  } catch {
    return undefined
  }
}

/** Such as `usb` and `hybrid`; there may be others one day. */
const TRANSPORT = /^[a-z][a-z-]{0,31}$/
const TRANSPORTS_AT_MOST = 10

/** The browser's own word, which the library does not look at and nothing signs: what is none is left away. */
const readTransports = (sent: unknown): readonly string[] =>
  Array.isArray(sent)
    ? sent
        .filter((one): one is string => typeof one === 'string' && TRANSPORT.test(one))
        .slice(0, TRANSPORTS_AT_MOST)
    : []

/** The library throws for whatever does not fit. */
const orNothing = async <T>(verify: () => Promise<T>): Promise<T | undefined> => {
  try {
    return await verify()
  } catch {
    return undefined
  }
}
