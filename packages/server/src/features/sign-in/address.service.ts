// What is known of an address that wants to sign in.
import type { Keyring } from '../../kernel/keyring.ts'
import { addressHashes } from '../../mail/messages/links.ts'
import { findPreferences } from '../../mail/preferences/preferences.store.ts'
import type { Reader } from '../../store/store.ts'
import { findAddress } from './address.store.ts'
import type { KnownAddress } from './sign-in.rules.ts'

export const findKnownAddress = async (
  reader: Reader,
  keys: Keyring,
  email: string,
): Promise<KnownAddress> => {
  const [row, preferences] = await Promise.all([
    findAddress(reader, email),
    findPreferences(reader, addressHashes(keys, email)),
  ])
  return {
    hasAccount: row !== undefined && row.account_id !== null,
    isInvited: row !== undefined,
    erasedAt: [...preferences.values()].reduce<number | null>(
      (latest, { erasedAt }) => (erasedAt === null ? latest : Math.max(erasedAt, latest ?? 0)),
      null,
    ),
  }
}
