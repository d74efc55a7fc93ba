// Moving an account to another address. The person stays who they are: tokens, challenges, records, blocks and the feed
// are theirs by an id. What depends on the address itself moves along or ends.
import type { Keyring } from '../../kernel/keyring.ts'
import { OperatorError } from '../../kernel/operator-error.ts'
import { addressHash, addressHashes, inboxHash, inboxHashes } from '../../mail/links.ts'
import { readPreferences, type Preference, type Preferences } from '../../mail/preferences.rules.ts'
import { findPreferences, setPreference } from '../../mail/preferences.store.ts'
import type { Reader, Tx } from '../../store/store.ts'
import { getAccount } from '../access/access.service.ts'
import type { Account } from '../access/accounts.store.ts'
import { lockPersonByEmail } from '../access/erase.store.ts'
import { readAddress } from '../access/operator-input.ts'
import { mailFreshLinks } from '../challenges/link/fresh-links.service.ts'
import { endAllLinks } from '../challenges/link/link.store.ts'
import { findErasures } from './erasure.store.ts'
import { changeAddress, isAddressOfSomeone, isKeptAddress } from './move.store.ts'

export interface AddressChange {
  readonly from: string
  readonly to: string
}

/** Nothing may be known of the new address. Links that were mailed to the old one end; those of open challenges are mailed anew. */
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
  await checkUnknown(tx, keys, from, to)
  await takeWishesAlong(tx, keys, from, to)
  await changeAddress(tx, personId, from, to)
  await endAllLinks(tx, personId)
  await mailFreshLinks(tx, personId, now)
  return { account: { ...account, email: to }, from }
}

const checkUnknown = async (reader: Reader, keys: Keyring, from: string, to: string): Promise<void> => {
  if (await isAddressOfSomeone(reader, to)) {
    throw new OperatorError(`${to} is known already: someone has it, was challenged or is a member by it`)
  }
  if (await isKeptAddress(reader, to)) {
    throw new OperatorError(`${to} is known already: a group knows someone by it`)
  }
  if ((await findErasures(reader, addressHashes(keys, to))).length > 0) {
    throw new OperatorError(`whoever had ${to} is being erased: try again in a few minutes`)
  }
  if (hasWishes(await readWishes(reader, keys, to), inboxHash(keys, from) === inboxHash(keys, to))) {
    throw new OperatorError(
      `mails to ${to} were stopped: if it may be written to, run mail allow ${to} first`,
    )
  }
}

const readWishes = async (reader: Reader, keys: Keyring, email: string): Promise<Preferences> => {
  const [own, inbox] = [addressHashes(keys, email), inboxHashes(keys, email)]
  return readPreferences(await findPreferences(reader, [...new Set([...own, ...inbox])]), own, inbox)
}

/** Invitations are stopped for an inbox: in the same inbox that was their own wish. */
const hasWishes = (wishes: Preferences, isSameInbox: boolean): boolean =>
  Object.entries(wishes).some(
    ([wish, since]) => since !== null && !(isSameInbox && wish === ('noInvitationsAt' satisfies Preference)),
  )

/** What someone wished; that an address bounced, or was erased, is said of that address alone. */
const wishes = ['noNewsAt', 'dailyNewsAt', 'nothingAt', 'stoppedAt'] as const satisfies readonly Preference[]

/** Wishes for the old address stay as well: whoever writes to it is a stranger. */
const takeWishesAlong = async (tx: Tx, keys: Keyring, from: string, to: string): Promise<void> => {
  const held = await readWishes(tx, keys, from)
  for (const wish of wishes) {
    const since = held[wish]
    if (since !== null) await setPreference(tx, addressHash(keys, to), wish, since)
  }
  if (held.noInvitationsAt !== null) {
    await setPreference(tx, inboxHash(keys, to), 'noInvitationsAt', held.noInvitationsAt)
  }
}
