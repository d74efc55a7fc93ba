// Which mails a person wants: chosen by the link in the foot of a mail, undone by the same link or by the operator.
import type { AccountId, PersonId } from '../../kernel/ids.ts'
import { DAY_MS } from '../../kernel/instants.ts'
import type { Keyring } from '../../kernel/keyring.ts'
import { addressHash, addressHashes, inboxHashes, type MailsLink } from '../../mail/messages/links.ts'
import { countQueued, queueMail } from '../../mail/outbox/outbox.store.ts'
import {
  readPreferences,
  type Preference,
  type Preferences,
} from '../../mail/preferences/preferences.rules.ts'
import { clearPreference, findPreferences, setPreference } from '../../mail/preferences/preferences.store.ts'
import type { Reader, Tx } from '../../store/store.ts'
import { findPersonById } from '../access/accounts.store.ts'
import { lockPersonByEmail } from '../access/erase.store.ts'
import { unblockAll } from '../challenges/link/blocks.store.ts'
import { sendMissedNotices } from '../challenges/notices/notice.service.ts'
import { takeNoticesBack } from '../challenges/notices/notice.store.ts'
import { logSecurity, type SecurityFacts } from '../security/security-log.store.ts'
import { listRunning, type RunningRow } from './running.store.ts'

const NAMED_AT_MOST = 20
/** Each time someone stops everything they are told so; more often than this a day nobody changes their mind. */
const LAST_MAILS_A_DAY = 5

export interface MailChoices {
  readonly preferences: Preferences
  /** Null for a link that names nobody, or someone who is gone: then not everything can be stopped by it. */
  readonly person: { readonly id: PersonId; readonly running: readonly RunningRow[] } | null
}

export const findMailChoices = async (
  reader: Reader,
  keys: Keyring,
  link: MailsLink,
): Promise<MailChoices> => {
  const { personId, ...hashes } = await resolveLink(reader, keys, link)
  return {
    preferences: await findHeld(reader, hashes),
    person:
      personId === undefined
        ? null
        : { id: personId, running: await listRunning(reader, personId, NAMED_AT_MOST) },
  }
}

const findHeld = async (
  reader: Reader,
  { own, inbox }: Pick<Resolved, 'own' | 'inbox'>,
): Promise<Preferences> =>
  readPreferences(await findPreferences(reader, [...new Set([...own, ...inbox])]), own, inbox)

interface Resolved {
  /** The person the link names, while they have the address that it was sent to. */
  readonly personId: PersonId | undefined
  readonly accountId: AccountId | null
  /** Of the address and of its inbox, under every key, the one to write under first. */
  readonly own: readonly [string, ...string[]]
  readonly inbox: readonly [string, ...string[]]
}

const resolveLink = async (reader: Reader, keys: Keyring, link: MailsLink): Promise<Resolved> => {
  const { addressHash: hash, inboxHash, personId } = link
  const person = personId === null ? undefined : await findPersonById(reader, personId)
  const email = person?.email
  const isTheirs = typeof email === 'string' && addressHashes(keys, email).includes(hash)
  return personId !== null && isTheirs
    ? {
        personId,
        accountId: person?.account_id ?? null,
        own: [hash, ...addressHashes(keys, email)],
        inbox: [inboxHash, ...inboxHashes(keys, email)],
      }
    : { personId: undefined, accountId: null, own: [hash], inbox: [inboxHash] }
}

export const wishes = [
  'no_invitations',
  'invitations',
  'no_news',
  'daily_news',
  'all_news',
  'nothing',
  'mails',
] as const
export type Wish = (typeof wishes)[number]

/** `too_often`: nothing is changed. */
export type Granted = 'done' | 'too_often'

export interface GrantedWish {
  readonly outcome: Granted
  /** What held before, of what this wish takes the place of. */
  readonly before: Wish
}

/** The same, with an entry in the person's security log if they have an account. `facts`: who asked for it, and how. */
export const grantLoggedWish = async (
  tx: Tx,
  keys: Keyring,
  link: MailsLink,
  wish: Wish,
  facts: SecurityFacts,
  now: number,
): Promise<GrantedWish> => {
  const resolved = await resolveLink(tx, keys, link)
  const before = findHeldWish(await findHeld(tx, resolved), wish)
  const outcome = await grantWish(tx, resolved, wish, now)
  if (resolved.accountId !== null && outcome === 'done' && before !== wish)
    logSecurity(tx, resolved.accountId, 'mails_changed', { wish, ...facts }, now)
  return { outcome, before }
}

const replacing: readonly (readonly Wish[])[] = [
  ['no_invitations', 'invitations'],
  ['no_news', 'daily_news', 'all_news'],
  ['nothing', 'mails'],
]

/** Whether one of the two takes the place of the other. */
export const replaces = (wish: Wish, other: Wish): boolean =>
  wish !== other && replacing.some((those) => those.includes(wish) && those.includes(other))

/** The wish that holds now, of those that take each other's place with this one. */
export const findHeldWish = (
  { noInvitationsAt, noNewsAt, dailyNewsAt, nothingAt, stoppedAt }: Preferences,
  wish: Wish,
): Wish => {
  switch (wish) {
    case 'no_invitations':
    case 'invitations':
      return noInvitationsAt === null ? 'invitations' : 'no_invitations'
    case 'no_news':
    case 'daily_news':
    case 'all_news':
      return noNewsAt !== null ? 'no_news' : dailyNewsAt !== null ? 'daily_news' : 'all_news'
    case 'nothing':
    case 'mails':
      return nothingAt === null && stoppedAt === null ? 'mails' : 'nothing'
  }
}

const grantWish = async (tx: Tx, resolved: Resolved, wish: Wish, now: number): Promise<Granted> => {
  const { own, inbox, personId } = resolved
  const clear = async (hashes: readonly string[], preference: Preference): Promise<boolean> => {
    let held = false
    for (const hash of new Set(hashes)) held = (await clearPreference(tx, hash, preference)) || held
    return held
  }
  switch (wish) {
    case 'no_invitations':
      await setPreference(tx, inbox[0], 'noInvitationsAt', now)
      return 'done'
    case 'invitations':
      await clear([...own, ...inbox], 'noInvitationsAt')
      return 'done'
    case 'no_news':
      await setPreference(tx, own[0], 'noNewsAt', now)
      await clear(own, 'dailyNewsAt')
      return 'done'
    case 'daily_news':
      await setPreference(tx, own[0], 'dailyNewsAt', now)
      await clear(own, 'noNewsAt')
      return 'done'
    case 'all_news':
      await clear(own, 'noNewsAt')
      await clear(own, 'dailyNewsAt')
      return 'done'
    case 'nothing':
      return stopAll(tx, resolved, now)
    case 'mails': {
      const wasStopped = [await clear(own, 'nothingAt'), await clear(own, 'stoppedAt')].includes(true)
      if (wasStopped && personId !== undefined) await sendMissedNotices(tx, personId, now)
      return 'done'
    }
  }
}

/** One last mail says so and links back, so that a reader of a forwarded mail cannot silence someone unnoticed. */
const stopAll = async (tx: Tx, { personId, own }: Resolved, now: number): Promise<Granted> => {
  if (personId === undefined) return 'done'
  if (readPreferences(await findPreferences(tx, [...new Set(own)]), own, []).nothingAt !== null) return 'done'
  if ((await countQueued(tx, personId, null, 'mails_stopped', now - DAY_MS)) >= LAST_MAILS_A_DAY)
    return 'too_often'
  await setPreference(tx, own[0], 'nothingAt', now)
  const running = (await listRunning(tx, personId, NAMED_AT_MOST)).length
  const from = { ownerId: personId, causerId: personId, throughId: null } as const
  const about = { challengeId: null, deadline: null, facts: { running } } as const
  queueMail(tx, { kind: 'mails_stopped', class: 'account', personId, ...from, ...about }, now)
  return 'done'
}

/** What one click in a mail program stops: mails of the kind in which the link stands. */
export const oneClickWishes = ({ stop, personId }: MailsLink): readonly Wish[] => {
  if (stop !== null) return [stop === 'invitations' ? 'no_invitations' : 'no_news']
  // Links of 0.1 stood in mails of every kind.
  return personId === null ? ['no_invitations', 'no_news'] : []
}

export interface Allowed {
  /** Whether anything was stopped, bounced or erased for this address. */
  readonly wasStopped: boolean
  /** How many people they had blocked. */
  readonly unblocked: number
}

const everything: readonly Preference[] = [
  'noInvitationsAt',
  'noNewsAt',
  'dailyNewsAt',
  'nothingAt',
  'stoppedAt',
  'erasedAt',
  'bouncedAt',
]

/** By the operator: an address gets mails again, and blocks nobody. */
export const allowMails = async (tx: Tx, keys: Keyring, email: string, now: number): Promise<Allowed> => {
  let wasStopped = false
  for (const hash of addressHashes(keys, email)) {
    for (const preference of everything) {
      wasStopped = (await clearPreference(tx, hash, preference)) || wasStopped
    }
  }
  for (const hash of inboxHashes(keys, email)) {
    wasStopped = (await clearPreference(tx, hash, 'noInvitationsAt')) || wasStopped
  }
  const personId = await lockPersonByEmail(tx, email)
  if (personId === undefined) return { wasStopped, unblocked: 0 }
  await sendMissedNotices(tx, personId, now)
  return { wasStopped, unblocked: await unblockAll(tx, personId) }
}

/**
 * By the operator: an address cannot be reached. Tells in how many challenges that takes a notice back; undefined
 * for an address that nobody has, most likely a mistyped one.
 */
export const noteBounce = async (
  tx: Tx,
  keys: Keyring,
  email: string,
  now: number,
): Promise<number | undefined> => {
  const personId = await lockPersonByEmail(tx, email)
  if (personId === undefined) return undefined
  await setPreference(tx, addressHash(keys, email), 'bouncedAt', now)
  return takeNoticesBack(tx, personId, 'mail', now)
}

/** What holds for an address, for the operator. */
export const findOwnPreferences = async (
  reader: Reader,
  keys: Keyring,
  emails: readonly string[],
): Promise<readonly Preferences[]> => {
  const hashes = emails.map((email) => ({ own: addressHashes(keys, email), inbox: inboxHashes(keys, email) }))
  const found = await findPreferences(reader, [
    ...new Set(hashes.flatMap(({ own, inbox }) => [...own, ...inbox])),
  ])
  return hashes.map(({ own, inbox }) => readPreferences(found, own, inbox))
}
