// Turns the paging parameters of a call into the page a slice is asked for, and the slice's next key into the
// cursor that the caller gets. A cursor carries its filters and order: they need not be repeated.
import type { Endpoint } from '@challenge-service/contract'
import { limits } from '@challenge-service/contract/plain'
import type { Actor } from '../features/access/actor.ts'
import { readCursor, writeCursor, type CursorScope, type PageKey } from '../kernel/cursor.ts'
import type { Keyring } from '../kernel/keyring.ts'
import { canonicalJson } from '../kernel/json.ts'
import type { PageRequest } from '../kernel/page.ts'
import { refuse } from '../kernel/refusal.ts'
import type { Input } from './input.ts'
import type { RawMembers } from './prepare.ts'

export interface PageCall {
  readonly page: PageRequest
  /** The members of the call, the filters of its cursor included. */
  readonly members: RawMembers
  readonly nextCursor: (next: PageKey | undefined) => string | null
}

export const openPage = (keys: Keyring, endpoint: Endpoint, actor: Actor, input: Input): PageCall => {
  const { cursor, limit = limits.pageDefault, order } = input.paging
  const scope: CursorScope = {
    list: pathWith(endpoint.path, input.members),
    ownerId: actor.caller.ownerId,
    actorId: actor.id,
  }
  const known = cursor === undefined ? undefined : readCursor(keys, scope, cursor)
  if (cursor !== undefined && known === undefined) throw cursorInvalid('is not one that this list gave you')
  const sent = withoutTransient(endpoint, input.filters)
  if (known) {
    if (order !== undefined && order !== known.order) throw cursorInvalid('belongs to the other order')
    const changed = Object.keys(sent).find(
      (name) => canonicalJson(sent[name]) !== canonicalJson(known.filters[name] ?? null),
    )
    if (changed !== undefined) throw cursorInvalid(`belongs to another ${changed}`)
  }
  const filters = known?.filters ?? sent
  const page = { order: known?.order ?? order ?? endpoint.paged ?? 'desc', limit, after: known?.after }
  return {
    page,
    members: { ...input.members, ...filters },
    nextCursor: (next) =>
      next ? writeCursor(keys, scope, { order: page.order, filters, after: next }) : null,
  }
}

const withoutTransient = ({ transient }: Endpoint, filters: RawMembers): RawMembers =>
  Object.fromEntries(Object.entries(filters).filter(([name]) => !transient.includes(name)))

const pathWith = (path: string, members: RawMembers): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => String(members[name]))

const cursorInvalid = (message: string) =>
  refuse('invalid_request', 'cursor_invalid', `cursor ${message}.`, {
    fields: [{ field: 'cursor', message }],
  })
