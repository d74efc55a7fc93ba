// Moving an account to another address. The person stays who they are: tokens, challenges, records, blocks and the feed
// are theirs by an id. What depends on the address itself moves along or ends.
import type { PersonId } from '../../kernel/ids.ts'
import type { Keyring } from '../../kernel/keyring.ts'
import { OperatorError } from '../../kernel/operator-error.ts'
import { addressHash, addressHashes, inboxHash, inboxHashes } from '../../mail/messages/links.ts'
import {
  readPreferences,
  type Preference,
  type Preferences,
} from '../../mail/preferences/preferences.rules.ts'
import { findPreferences, setPreference } from '../../mail/preferences/preferences.store.ts'
import type { Reader, Tx } from '../../store/store.ts'
import { getAccount } from '../access/access.service.ts'
import type { Account } from '../access/accounts.store.ts'
import { lockPersonByEmail } from '../access/erase.store.ts'
import { readAddress } from '../access/operator-input.ts'
import { forgetSignIns } from '../sign-in/sign-in.service.ts'
import { findErasures } from './erasure.store.ts'
import { mailAnew } from './move-mails.service.ts'
import { changeAddress, isKeptForAnother, reserveAddress } from './move.store.ts'

export interface AddressChange {
  readonly from: string
  readonly to: string
}

/** Nothing may be known of the new address, but that they had it before. */
export const moveAccount = async (
  tx: Tx,
  keys: Keyring,
  change: AddressChange,
  now: number,
): Promise<{ readonly account: Account; readonly from: string }> => {
  const account = await getAccount(tx, change.from)
  const [from, to] = [account.email, readAddress(change.to)]
  if (from === to) throw new OperatorError(`${from} is the address of the account already`)
  const personId = await lockPersonByEmail(tx, from)
  if (personId === undefined)
    throw new OperatorError(`there is no account for ${from}: account list shows those that there are`)
  const held = await readWishes(tx, keys, from)
  await checkUnknown(tx, keys, { personId, from, to, held }, now)
  await takeWishesAlong(tx, keys, to, held)
  await changeAddress(tx, personId, from, to)
  await forgetSignIns(tx, keys, from)
  await mailAnew(tx, personId, held, now)
  return { account: { ...account, email: to }, from }
}

interface CheckedChange extends AddressChange {
  readonly personId: PersonId
  /** What the address before wishes. */
  readonly held: Preferences
}

const checkUnknown = async (
  tx: Tx,
  keys: Keyring,
  { personId, from, to, held }: CheckedChange,
  now: number,
): Promise<void> => {
  if (!(await reserveAddress(tx, to, now))) {
    throw new OperatorError(`${to} is known already: someone has it, was challenged or is a member by it`)
  }
  if (await isKeptForAnother(tx, personId, to)) {
    throw new OperatorError(`${to} is known already: a group knows someone by it`)
  }
  if ((await findErasures(tx, addressHashes(keys, to))).length > 0) {
    throw new OperatorError(`the person who had ${to} is being erased: try again in a few minutes`)
  }
  const isSameInbox = inboxHash(keys, from) === inboxHash(keys, to)
  if (hasForeignWishes(await readWishes(tx, keys, to), held, isSameInbox)) {
    throw new OperatorError(
      `mails to ${to} were stopped: if it may be written to, run mail allow ${to} first`,
    )
  }
}

const readWishes = async (reader: Reader, keys: Keyring, email: string): Promise<Preferences> => {
  const [own, inbox] = [addressHashes(keys, email), inboxHashes(keys, email)]
  return readPreferences(await findPreferences(reader, [...new Set([...own, ...inbox])]), own, inbox)
}

/** What someone wished; that an address bounced, or was erased, is said of that address alone. */
const wishes = ['noNewsAt', 'dailyNewsAt', 'nothingAt', 'stoppedAt'] as const satisfies readonly Preference[]

/**
 * Whether the new address has a wish that is not the person's own. What holds since the same instant for both addresses
 * is: a move from the one to the other left it. Invitations are stopped for an inbox, which may be the same.
 */
const hasForeignWishes = (found: Preferences, held: Preferences, isSameInbox: boolean): boolean => {
  const { erasedAt, bouncedAt, noInvitationsAt } = found
  if (erasedAt !== null || bouncedAt !== null) return true
  if (noInvitationsAt !== null && noInvitationsAt !== held.noInvitationsAt && !isSameInbox) return true
  return wishes.some((wish) => found[wish] !== null && found[wish] !== held[wish])
}

/** Preferences of the old address stay too, since its next owner is a stranger. */
const takeWishesAlong = async (tx: Tx, keys: Keyring, to: string, held: Preferences): Promise<void> => {
  for (const wish of wishes) {
    const since = held[wish]
    if (since !== null) await setPreference(tx, addressHash(keys, to), wish, since)
  }
  if (held.noInvitationsAt !== null) {
    await setPreference(tx, inboxHash(keys, to), 'noInvitationsAt', held.noInvitationsAt)
  }
}
