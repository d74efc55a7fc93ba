// The address for which a browser asked for a mail. The browser keeps it, sealed: what its page says does not depend on
// whether anything was written down for it.
import type { Keyring } from '../../kernel/keyring.ts'

const CONTEXT = 'asked'

export const sealAddress = (keys: Keyring, address: string): string =>
  keys.seal('sign-in', address, CONTEXT).toString('base64url')

/** Undefined for what we did not seal. */
export const openAddress = (keys: Keyring, sealed: string): string | undefined => {
  try {
    return keys.open('sign-in', Buffer.from(sealed, 'base64url'), CONTEXT)
  } catch {
    return undefined
  }
}
