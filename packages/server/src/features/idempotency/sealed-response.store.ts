// A remembered response as it is stored: encrypted, and bound to the key that it belongs to.
import type { KeyActorId, KeyOwnerId } from '../../kernel/ids.ts'
import type { Keyring } from '../../kernel/keyring.ts'

/**
 * A key belongs to an owner and an acting person, so that rotating a token creates nothing twice; where someone acts by a
 * link, to that person alone.
 */
export interface KeyOwner {
  readonly ownerId: KeyOwnerId
  readonly actorId: KeyActorId
  readonly key: string
}

export interface RememberedResponse {
  readonly status: number
  /** The serialised `data`. */
  readonly data: string
}

/** The fingerprint is that of the request. */
export type SealedParts = readonly [fingerprint: string, status: number, data: string]

export const sealResponse = (keys: Keyring, owner: KeyOwner, parts: SealedParts): Buffer =>
  keys.seal('remembered-answer', JSON.stringify(parts), describeOwner(owner))

export const openResponse = (keys: Keyring, owner: KeyOwner, sealed: Uint8Array): SealedParts =>
  JSON.parse(keys.open('remembered-answer', sealed, describeOwner(owner))) as SealedParts

const describeOwner = ({ ownerId, actorId, key }: KeyOwner): string => JSON.stringify([ownerId, actorId, key])
