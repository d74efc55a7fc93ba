// The answer of a tool: the data of the API, and the same in words.
import { endpoints, type Endpoint, type Role, type ToolCall } from '@challenge-service/contract'
import type { CallToolResult } from '@modelcontextprotocol/server'
import type { Actor } from '../../features/access/actor.ts'
import { findOwnProfile } from '../../features/profile/settings.store.ts'
import type { OperationContext } from '../../operations/context.ts'
import type { InProcessResponse } from '../../operations/in-process-calls.ts'
import type { Addressee } from './words/addressee.ts'
import { listUsableTools } from './usable-tools.ts'
import { writeResult } from './words/result.ts'

export const makeResult = (
  name: ToolCall['name'],
  response: InProcessResponse<unknown>,
  to: Addressee,
): CallToolResult => {
  const text = writeResult(name, response.data, response.nextCursor, to)
  return { content: [{ type: 'text', text }], structuredContent: structure(endpoints[name], response) }
}

export const findAddressee = async (
  context: OperationContext,
  actor: Actor,
  siteUrl: string | null,
  role: Role | null = null,
): Promise<Addressee> => ({
  zone: await findZone(context, actor),
  now: context.clock.now(),
  tools: new Set(listUsableTools(actor.caller).map(({ name }) => name)),
  siteUrl,
  role,
})

/** Whoever acts through a group is only a membership, and has no zone of their own there. */
export const findZone = async ({ store, config }: OperationContext, actor: Actor): Promise<string> => {
  const own = actor.groupId === null ? (await findOwnProfile(store, actor.id)).timeZone : null
  return own ?? config.site.timeZone
}

/** As the output schema of the tool has it: an object in each case. */
const structure = (
  { paged }: Endpoint,
  { data, nextCursor }: InProcessResponse<unknown>,
): Record<string, unknown> => {
  if (Array.isArray(data)) return { items: data, next_cursor: nextCursor }
  return paged ? { ...(data as object), next_cursor: nextCursor } : { ...(data as object) }
}
