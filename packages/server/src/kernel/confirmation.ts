// What a person was asked and may say yes to: one call of one tool, for ten minutes, for one version of a challenge. It is
// signed and carried by the client, so that every node can read it and no question is stored.
import { createHash, randomBytes } from 'node:crypto'
import type { ActorId, OwnerId } from './ids.ts'
import { MINUTE_MS } from './instants.ts'
import { canonicalJson } from './json.ts'
import type { Keyring } from './keyring.ts'
import { readSigned, writeSigned } from './signed-text.ts'

export const CONFIRMATION_MS = 10 * MINUTE_MS

/** Whose yes it is, and how it is given. One that a program asked its person for is no value that a second call can send. */
export interface ConfirmationScope {
  readonly way: 'asked' | 'sent'
  readonly ownerId: OwnerId
  readonly actorId: ActorId
}

export interface Confirmation {
  /** What makes two calls with it one. */
  readonly key: string
  /** The tool and its arguments. */
  readonly call: string
  /** What is sent beside them, by how the challenge stood when the person was asked. */
  readonly added: Readonly<Record<string, unknown>>
  /** Of the challenge that it is about; null where it is about none. */
  readonly version: string | null
  readonly expiresAt: number
}

/** The same for the same tool and the same arguments, whatever their order. */
export const describeCall = (tool: string, input: Readonly<Record<string, unknown>>): string =>
  createHash('sha256')
    .update(canonicalJson([tool, input]))
    .digest('base64url')

/** Its sign is none that an Idempotency-Key may have: nobody can use up the key of a confirmation by a call of their own. */
const KEY_PREFIX = 'confirmation§'

export const newConfirmation = (
  toConfirm: Pick<Confirmation, 'call' | 'added' | 'version'>,
  now: number,
): Confirmation => ({
  ...toConfirm,
  key: `${KEY_PREFIX}${randomBytes(16).toString('base64url')}`,
  expiresAt: now + CONFIRMATION_MS,
})

/** A deadline has passed at its very instant. */
export const hasLapsed = ({ expiresAt }: Confirmation, now: number): boolean => now >= expiresAt

export const writeConfirmation = (
  keys: Keyring,
  scope: ConfirmationScope,
  { key, call, added, version, expiresAt }: Confirmation,
): string => writeSigned(keys, 'link', meantFor(scope), [key, call, added, version, expiresAt])

/** Undefined for anything that we did not write for this very owner and person. */
export const readConfirmation = (
  keys: Keyring,
  scope: ConfirmationScope,
  text: string,
): Confirmation | undefined => {
  const read = readSigned(keys, 'link', meantFor(scope), text)
  if (!read) return undefined
  const [key, call, added, version, expiresAt] = read as [
    string,
    string,
    Confirmation['added'],
    string | null,
    number,
  ]
  return { key, call, added, version, expiresAt }
}

const meantFor = ({ way, ownerId, actorId }: ConfirmationScope): readonly string[] => [
  'confirmation',
  way,
  ownerId,
  actorId,
]
