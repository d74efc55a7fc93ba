// Sends what waits in the outbox: claims a few under a lease, hands them over outside any transaction, and settles each
// under its lease, with what follows from it. Safe on any number of nodes.
import { randomUUID } from 'node:crypto'
import { isDemoAddress } from '../../kernel/demo-address.ts'
import type { MailId } from '../../kernel/ids.ts'
import type { Store, Tx } from '../../store/store.ts'
import { claimDue, KEPT_AT_ONCE, type ClaimedMails, type Unwanted } from './claim.ts'
import { pruneSettled, releaseFromUnknown, settleMail, type SettledMail } from './claim.store.ts'
import { composeMail, type MailSettings } from '../messages/compose.ts'
import { isTimeLeft, LEASE_MS } from './lease.ts'
import { findMails, type StoredMail } from './kept-mails.store.ts'
import { nextTryAt } from './retry.rules.ts'
import type { MailSlots } from '../slots.ts'
import { TransportError, type MailTransport } from '../smtp.ts'

/** What others make of a mail's fate, each in the transaction in which it is written down. */
export interface MailEffects {
  /** They were handed to the mail server, or kept where there is none. */
  onDelivered(tx: Tx, mails: readonly StoredMail[], at: number): Promise<void>
  /** They were not sent, since their receivers want nothing at all. */
  onUnwanted(tx: Tx, unwanted: readonly Unwanted[]): Promise<void>
}

export interface Mailer {
  readonly store: Store
  readonly settings: MailSettings
  /** Undefined where no SMTP server is set: mails are then kept, to be read by the operator. */
  readonly transport: MailTransport | undefined
  readonly slots: MailSlots
  readonly now: () => number
  readonly effects: MailEffects
  readonly onFailure: (mailId: MailId, error: TransportError) => void
  /** What came of an attempt to hand one over; `waiting` where another will be made. */
  readonly onSettled?: ((state: SettledMail['state']) => void) | undefined
}

/** Everything that is due now is kept, or handed over: `slots` knows what of it is still under way. */
export const sendDueMails = async (mailer: Mailer): Promise<void> => {
  const { transport } = mailer
  if (transport) return mailer.slots.fill(() => claimSome(mailer, transport))
  for (let more = true; more;) more = await keepSome(mailer)
}

/** Several notices that go out as one mail, or one alone. */
type Bundle = readonly [lead: StoredMail, ...others: readonly StoredMail[]]

const keepSome = ({ store, settings, effects, now }: Mailer): Promise<boolean> =>
  store.write(async (tx) => {
    const at = now()
    const claimed = await claimDue(tx, { keys: settings.keys, now: at, lease: null })
    if (claimed.unwanted.length > 0) await effects.onUnwanted(tx, claimed.unwanted)
    const bundles = await loadBundles(tx, claimed.claims)
    if (bundles.length > 0) await effects.onDelivered(tx, bundles.flat(), at)
    return claimed.looked === KEPT_AT_ONCE
  })

const claimSome = async (mailer: Mailer, transport: MailTransport) => {
  const { store, settings, slots, effects } = mailer
  const leaseId = randomUUID()
  const { bundles, capacity, until } = await store.write(async (tx) => {
    const now = mailer.now()
    const lease = { id: leaseId, until: now + LEASE_MS, capacity: slots.capacity() }
    const claimed = await claimDue(tx, { keys: settings.keys, now, lease })
    if (claimed.unwanted.length > 0) await effects.onUnwanted(tx, claimed.unwanted)
    return { bundles: await loadBundles(tx, claimed.claims), capacity: lease.capacity, until: lease.until }
  })
  const isOurs = isTimeLeft(until, mailer.now())
  const handOvers = bundles.map((bundle) => ({
    address: bundle[0].address,
    run: () => sendOne(mailer, transport, bundle, leaseId),
  }))
  return { capacity, handOvers: isOurs ? handOvers : [] }
}

const loadBundles = async (tx: Tx, claims: readonly ClaimedMails[]): Promise<readonly Bundle[]> => {
  const mails = await findMails(
    tx,
    claims.flatMap(({ leadId, otherIds }) => [leadId, ...otherIds]),
  )
  return claims.flatMap(({ leadId, otherIds }) => {
    const [lead, ...others] = [leadId, ...otherIds].flatMap((id) => mails.get(id) ?? [])
    return lead ? [[lead, ...others] as const] : []
  })
}

const sendOne = async (
  mailer: Mailer,
  transport: MailTransport,
  bundle: Bundle,
  lease: string,
): Promise<void> => {
  const [lead] = bundle
  const settled = await handOver(mailer, transport, bundle)
  await mailer.store.write(async (tx) => {
    const now = mailer.now()
    const isOurs = await settleMail(tx, lead.id, lease, settled, now)
    if (isOurs && (settled.state === 'sent' || settled.state === 'kept'))
      await mailer.effects.onDelivered(tx, bundle, now)
  })
  mailer.onSettled?.(settled.state)
}

const handOver = async (
  { settings, now, onFailure }: Mailer,
  transport: MailTransport,
  bundle: Bundle,
): Promise<SettledMail> => {
  const [lead] = bundle
  // They were erased since the claim.
  if (lead.address === null) return { state: 'dropped', reason: 'no_address', dueAt: null }
  if (isDemoAddress(lead.address)) return { state: 'kept', reason: null, dueAt: null }
  try {
    await transport.send(composeMail(bundle, lead.address, settings), now())
    return { state: 'sent', reason: null, dueAt: null }
  } catch (error) {
    if (!(error instanceof TransportError)) throw error
    onFailure(lead.id, error)
    const dueAt = error.isFinal ? undefined : nextTryAt(lead.tries, now())
    return dueAt === undefined
      ? { state: 'failed', reason: error.code, dueAt: null }
      : { state: 'waiting', reason: error.code, dueAt }
  }
}

const RELEASED_AT_ONCE = 100

/** Seldom: as long as a newer release serves the database too, such mails go out together. */
export const releaseFromUnknownMails = (store: Store, now: number): Promise<void> =>
  store.write((tx) => releaseFromUnknown(tx, now, RELEASED_AT_ONCE))

const PRUNED_AT_ONCE = 500

/** Removes mails that were settled more than thirty days ago, whatever became of them. */
export const pruneMails = async (store: Store, now: number): Promise<void> => {
  while ((await store.write((tx) => pruneSettled(tx, now, PRUNED_AT_ONCE))) === PRUNED_AT_ONCE) {
    // Each batch is a transaction of its own.
  }
}
