// Opaque texts that we hand out and take back: a value, and a signature over it. The signature also covers whom and what
// the text is for, without carrying it, so that it is worth nothing in any other hands.
import type { Keyring, KeyUse } from './keyring.ts'

const SIGNATURE_CHARS = 27

export const writeSigned = (
  keys: Keyring,
  use: KeyUse,
  meantFor: readonly string[],
  value: readonly unknown[],
): string => {
  const body = Buffer.from(JSON.stringify(value)).toString('base64url')
  return keys.sign(use, describeSigned(meantFor, body)).toString('base64url') + body
}

/** Undefined for anything that we did not write for this very use. What we wrote has the shape that we gave it. */
export const readSigned = (
  keys: Keyring,
  use: KeyUse,
  meantFor: readonly string[],
  text: string,
): readonly unknown[] | undefined => {
  const body = text.slice(SIGNATURE_CHARS)
  const signature = Buffer.from(text.slice(0, SIGNATURE_CHARS), 'base64url')
  // Its last character has bits to spare: only the spelling that we wrote is ours.
  if (!text.startsWith(signature.toString('base64url'))) return undefined
  if (!keys.verify(use, describeSigned(meantFor, body), signature)) return undefined
  return JSON.parse(Buffer.from(body, 'base64url').toString()) as readonly unknown[]
}

const describeSigned = (meantFor: readonly string[], body: string): string =>
  JSON.stringify([...meantFor, body])
