// A ceremony, as WebAuthn calls it: we give a browser a challenge, and take what its device made of it. What we must
// remember meanwhile is sealed into the form, so that nothing is written for who only looks at a page.
import { hash, randomBytes } from 'node:crypto'
import { MINUTE_MS } from '../../kernel/instants.ts'
import type { Keyring } from '../../kernel/keyring.ts'

const CEREMONY_MS = 15 * MINUTE_MS
const CHALLENGE_BYTES = 32
const CONTEXT = 'passkey'
/** Longer than any that we seal. */
const SEALED_MAX = 2_000

/** What the device is asked to prove: that someone may enter, or that a new passkey was made for this account. */
export type Purpose = 'enter' | { readonly addTo: string }

interface Ceremony {
  readonly challenge: string
  readonly addTo: string | null
  readonly until: number
}

export interface OpenedCeremony {
  readonly challenge: string
  /** By it a second use is noticed. */
  readonly hash: string
}

/** `sealed`: to be sent back with what the device says. */
export const beginCeremony = (
  keys: Keyring,
  purpose: Purpose,
  now: number,
): { readonly challenge: string; readonly sealed: string } => {
  const challenge = randomBytes(CHALLENGE_BYTES).toString('base64url')
  const ceremony: Ceremony = {
    challenge,
    addTo: purpose === 'enter' ? null : purpose.addTo,
    until: now + CEREMONY_MS,
  }
  return { challenge, sealed: keys.seal('sign-in', JSON.stringify(ceremony), CONTEXT).toString('base64url') }
}

/** Undefined for what we did not seal, or for another purpose, or too long ago. */
export const openCeremony = (
  keys: Keyring,
  sealed: string,
  purpose: Purpose,
  now: number,
): OpenedCeremony | undefined => {
  const ceremony = tryOpen(keys, sealed)
  if (!ceremony || now >= ceremony.until) return undefined
  if (ceremony.addTo !== (purpose === 'enter' ? null : purpose.addTo)) return undefined
  return { challenge: ceremony.challenge, hash: hash('sha256', ceremony.challenge, 'hex') }
}

const tryOpen = (keys: Keyring, sealed: string): Ceremony | undefined => {
  if (sealed.length > SEALED_MAX) return undefined
  try {
    return JSON.parse(keys.open('sign-in', Buffer.from(sealed, 'base64url'), CONTEXT)) as Ceremony
  } catch {
    return undefined
  }
}
