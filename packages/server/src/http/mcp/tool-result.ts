// The answer of a tool: the data of the API, and the same in words.
import type { Tool } from '@challenge-service/contract'
import type { CallToolResult } from '@modelcontextprotocol/server'
import type { Actor } from '../../features/access/actor.ts'
import type { OwnAnswer } from '../own-calls.ts'
import type { McpCall, McpParts } from './mcp-call.ts'

export const makeResult = async (
  _: McpParts,
  call: McpCall,
  __: Actor,
  tool: Tool,
  answer: OwnAnswer<unknown>,
): Promise<CallToolResult> => {
  const { allowance } = call.request
  if (allowance && answer.quotaRemaining !== undefined) {
    call.request.allowance = { ...allowance, quotaRemaining: answer.quotaRemaining }
  }
  const structuredContent = structure(tool, answer)
  return { content: [{ type: 'text', text: JSON.stringify(structuredContent) }], structuredContent }
}

const structure = (
  { endpoint: { paged } }: Tool,
  { data, nextCursor }: OwnAnswer<unknown>,
): Record<string, unknown> => {
  if (Array.isArray(data)) return { items: data, next_cursor: nextCursor }
  return paged ? { ...(data as object), next_cursor: nextCursor } : { ...(data as object) }
}
