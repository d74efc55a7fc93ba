// Sends the mails of those who asked to sign in, before all others. Here it is decided who is sent one: nobody waits for
// it, so nobody can tell by the time.
import { randomUUID } from 'node:crypto'
import { isDemoAddress } from '../../kernel/demo-address.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../kernel/instants.ts'
import type { SignInId } from '../../kernel/ids.ts'
import type { MailSettings } from '../../mail/messages/compose.ts'
import { listFitting, type MailSlots } from '../../mail/slots.ts'
import { TransportError, type MailTransport } from '../../mail/smtp.ts'
import { takeMailTurn } from '../../mail/outbox/claim.store.ts'
import type { Store, Tx } from '../../store/store.ts'
import { isKnownBrowser } from '../sessions/known-browsers.store.ts'
import { findKnownAddress } from './address.service.ts'
import { composeSignInMail } from './sign-in-mail.ts'
import { LINK_MS, maySendMail } from './sign-in.rules.ts'
import type { SignUp } from '../../kernel/sign-up.ts'
import { openAddress, openSecrets, type SignInSecrets } from './sign-in.service.ts'
import type { SignIn } from './sign-in.store.ts'
import {
  dropSignIn,
  leaseSignIn,
  listSentAt,
  lockDueSignIns,
  renewLease,
  settleSignIn,
} from './sign-in-mails.store.ts'

/** Someone waits for it, so another node takes it soon from one that stands still. One that works on renews it. */
const LEASE_MS = 5_000
const RENEWED_MS = 1_000
/** Greylisting takes a mail at the second or third try. */
const WAITS_MS = [30_000, 2 * MINUTE_MS, 5 * MINUTE_MS, 10 * MINUTE_MS]
/** Nobody waits longer for a mail to sign in. */
const GIVEN_UP_MS = HOUR_MS

export interface SignInMailer {
  readonly store: Store
  readonly settings: MailSettings
  readonly transport: MailTransport
  readonly slots: MailSlots
  readonly signUp: SignUp
  readonly now: () => number
  readonly onFailure: (id: SignInId, error: TransportError) => void
  /** What came of an attempt to hand one over; `waiting` where another will be made. */
  readonly onSettled?: ((state: 'sent' | 'failed' | 'waiting') => void) | undefined
}

interface ClaimedSignIn {
  readonly signIn: SignIn
  readonly isKnown: boolean
  readonly address: string
  readonly secrets: SignInSecrets
}

/** Hands over everything that is due now: `slots` knows what of it is still under way. */
export const sendSignInMails = (mailer: SignInMailer): Promise<void> =>
  mailer.slots.fill(() => claimSome(mailer))

const claimSome = async (mailer: SignInMailer) => {
  const leaseId = randomUUID()
  const { claimed, capacity, until } = await mailer.store.write((tx) => claimFitting(tx, mailer, leaseId))
  // Where it stood still since, they are no longer its own.
  const isOurs = mailer.now() < until
  const handOvers = claimed.map((one) => ({
    address: one.address,
    run: () => sendUnderLease(mailer, one, leaseId),
  }))
  return { capacity, handOvers: isOurs ? handOvers : [] }
}

const sendUnderLease = async (mailer: SignInMailer, one: ClaimedSignIn, leaseId: string): Promise<void> => {
  const renewing = setInterval(() => void renew(mailer, one, leaseId), RENEWED_MS)
  try {
    await sendOne(mailer, one, leaseId)
  } finally {
    clearInterval(renewing)
  }
}

const renew = async (
  { store, now }: SignInMailer,
  { signIn }: ClaimedSignIn,
  token: string,
): Promise<void> => {
  const until = now() + LEASE_MS
  try {
    await store.write((tx) => renewLease(tx, signIn.id, { token, until, lapsesAt: until + LINK_MS }))
  } catch {
    // The next turn renews it. Until then the mail may go out a second time, which does no harm.
  }
}

const claimFitting = async (tx: Tx, mailer: SignInMailer, leaseId: string) => {
  const now = mailer.now()
  const until = now + LEASE_MS
  const capacity = mailer.slots.capacity()
  // One node at a time counts what was sent.
  await takeMailTurn(tx, now)
  const due = await listFitting(
    capacity,
    (limit) => lockDueSignIns(tx, now, limit),
    (signIn) => (isGivenUp(signIn, now) ? null : (openAddress(mailer.settings.keys, signIn) ?? null)),
  )
  const claimed: ClaimedSignIn[] = []
  for (const signIn of due) {
    const one = await decide(tx, mailer, signIn, now)
    if (!one) {
      await dropSignIn(tx, signIn.id)
      continue
    }
    await leaseSignIn(tx, signIn.id, {
      token: leaseId,
      until,
      lapsesAt: until + LINK_MS,
      isKnown: one.isKnown,
    })
    claimed.push(one)
  }
  return { claimed, capacity, until }
}

const isGivenUp = ({ requestedAt }: SignIn, now: number): boolean => now > requestedAt + GIVEN_UP_MS

/** Undefined where no mail goes out. */
const decide = async (
  tx: Tx,
  { settings: { keys }, signUp }: SignInMailer,
  signIn: SignIn,
  now: number,
): Promise<ClaimedSignIn | undefined> => {
  const secrets = openSecrets(keys, signIn)
  const address = openAddress(keys, signIn)
  if (!secrets || address === undefined || isGivenUp(signIn, now)) return undefined
  const isKnown = await isKnownBrowser(tx, address, signIn.browserHash)
  // One that is tried again was counted at its first try.
  if (signIn.mailTries > 0) return { signIn, isKnown, address, secrets }
  const known = await findKnownAddress(tx, keys, address)
  const sentAt = await listSentAt(tx, signIn.inbox, isKnown ? signIn.browserHash : null, now - DAY_MS)
  return maySendMail(known, sentAt, signUp, now) ? { signIn, isKnown, address, secrets } : undefined
}

const sendOne = async (mailer: SignInMailer, claimed: ClaimedSignIn, leaseId: string): Promise<void> => {
  const { signIn } = claimed
  const settled = await handOver(mailer, claimed)
  await mailer.store.write((tx) => settleSignIn(tx, signIn.id, leaseId, settled))
  mailer.onSettled?.(settled.state)
}

const handOver = async (
  { settings, transport, now, onFailure }: SignInMailer,
  { signIn, address, secrets }: ClaimedSignIn,
) => {
  try {
    if (!isDemoAddress(address))
      await transport.send(composeSignInMail(signIn, address, secrets, settings), now())
    return { state: 'sent', lapsesAt: now() + LINK_MS } as const
  } catch (error) {
    if (!(error instanceof TransportError)) throw error
    onFailure(signIn.id, error)
    const waitMs = error.isFinal ? undefined : WAITS_MS[signIn.mailTries]
    return waitMs === undefined
      ? ({ state: 'failed' } as const)
      : ({ state: 'waiting', dueAt: now() + waitMs } as const)
  }
}
