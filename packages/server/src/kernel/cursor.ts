// Opaque, signed cursors. The signature covers the list, the owner and the acting person without carrying
// them, so that a cursor is worth nothing in any other hands or on any other list.
import type { Order } from '@challenge-service/contract'
import type { ActorId, OwnerId } from './ids.ts'
import type { Keyring } from './keyring.ts'

export type PageKey = readonly (string | number)[]

/** Whom and what a cursor belongs to. */
export interface CursorScope {
  readonly list: string
  readonly ownerId: OwnerId
  readonly actorId: ActorId
}

export interface Cursor {
  readonly order: Order
  readonly filters: Readonly<Record<string, unknown>>
  /** The sort key of the last item that was given. */
  readonly after: PageKey
}

const SIGNATURE_CHARS = 27

export const writeCursor = (keys: Keyring, scope: CursorScope, cursor: Cursor): string => {
  const body = Buffer.from(JSON.stringify([cursor.order, cursor.filters, cursor.after])).toString('base64url')
  return keys.sign('cursor', describeSigned(scope, body)).toString('base64url') + body
}

/** Undefined for anything that we did not write for this very list, owner and person. */
export const readCursor = (keys: Keyring, scope: CursorScope, text: string): Cursor | undefined => {
  const body = text.slice(SIGNATURE_CHARS)
  const signature = Buffer.from(text.slice(0, SIGNATURE_CHARS), 'base64url')
  // Its last character has bits to spare: only the spelling that we wrote is ours.
  if (!text.startsWith(signature.toString('base64url'))) return undefined
  if (!keys.verify('cursor', describeSigned(scope, body), signature)) return undefined
  // Signed by us, so the shape is ours too.
  const [order, filters, after] = JSON.parse(Buffer.from(body, 'base64url').toString()) as [
    Order,
    Record<string, unknown>,
    PageKey,
  ]
  return { order, filters, after }
}

const describeSigned = ({ list, ownerId, actorId }: CursorScope, body: string): string =>
  JSON.stringify([list, ownerId, actorId, body])
