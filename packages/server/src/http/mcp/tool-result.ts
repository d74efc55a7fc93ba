// The answer of a tool: the data of the API, and the same in words.
import type { Endpoint } from '@challenge-service/contract'
import type { CallToolResult } from '@modelcontextprotocol/server'
import type { Actor } from '../../features/access/actor.ts'
import { findOwnProfile } from '../../features/profile/profile.store.ts'
import type { WorkFloor } from '../floor.ts'
import type { OwnAnswer } from '../own-calls.ts'
import type { Addressee } from './words/addressee.ts'
import { writeResult } from './words/result.ts'

export const makeResult = async (
  floor: WorkFloor,
  actor: Actor,
  endpoint: Endpoint,
  answer: OwnAnswer<unknown>,
): Promise<CallToolResult> => {
  const text = writeResult(endpoint, answer.data, answer.nextCursor, await findAddressee(floor, actor))
  return { content: [{ type: 'text', text }], structuredContent: structure(endpoint, answer) }
}

/** Whoever acts through a group is only a membership, and has no zone of their own there. */
export const findAddressee = async (
  { store, clock, config }: WorkFloor,
  actor: Actor,
): Promise<Addressee> => {
  const own = actor.groupId === null ? (await findOwnProfile(store, actor.id)).timeZone : null
  return { zone: own ?? config.site.timeZone, now: clock.now() }
}

/** As the output schema of the tool has it: an object in each case. */
const structure = (
  { paged }: Endpoint,
  { data, nextCursor }: OwnAnswer<unknown>,
): Record<string, unknown> => {
  if (Array.isArray(data)) return { items: data, next_cursor: nextCursor }
  return paged ? { ...(data as object), next_cursor: nextCursor } : { ...(data as object) }
}
