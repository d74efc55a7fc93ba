// Opaque, signed cursors. The signature covers the list, the owner and the acting person without carrying
// them, so that a cursor is worth nothing in any other hands or on any other list.
import type { Order } from '@challenge-service/contract'
import type { ActorId, OwnerId } from './ids.ts'
import type { Keyring } from './keyring.ts'
import { readSigned, writeSigned } from './signed-text.ts'

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

export const writeCursor = (keys: Keyring, scope: CursorScope, cursor: Cursor): string =>
  writeSigned(keys, 'cursor', meantFor(scope), [cursor.order, cursor.filters, cursor.after])

/** Undefined for anything that we did not write for this very list, owner and person. */
export const readCursor = (keys: Keyring, scope: CursorScope, text: string): Cursor | undefined => {
  const read = readSigned(keys, 'cursor', meantFor(scope), text)
  if (!read) return undefined
  const [order, filters, after] = read as [Order, Record<string, unknown>, PageKey]
  return { order, filters, after }
}

const meantFor = ({ list, ownerId, actorId }: CursorScope): readonly string[] => [list, ownerId, actorId]
