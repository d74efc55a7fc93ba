// A refusal as a tool answers it: the code, reason and sentence of the API, and what could be called instead.
import type { ErrorObject, Tool } from '@challenge-service/contract'
import type { CallToolResult } from '@modelcontextprotocol/server'
import type { Refusal } from '../../kernel/refusal.ts'
import { errorText, toRefusal } from '../error-reply.ts'
import type { McpCall, McpParts } from './mcp-call.ts'
import { allowedTools } from './words/parties.ts'

/** What is told by the status of HTTP, since it is about the token and not about what was asked. */
const ofHttp: ReadonlySet<string> = new Set([
  'invalid_token',
  'insufficient_scope',
  'plan_required',
  'rate_limited',
  'quota_exceeded',
])

export const answerRefusal = (
  { floor: { log }, onRefused }: McpParts,
  call: McpCall,
  tool: Tool,
  error: unknown,
): CallToolResult => {
  const refusal = toRefusal(error)
  // One of HTTP is told on by whoever sends it.
  if (ofHttp.has(refusal.code)) call.refused = refusal
  else onRefused?.(refusal)
  if (refusal.code === 'internal_error') {
    log.error({ request_id: call.request.id, tool: tool.name, err: error }, 'a call failed')
  }
  return makeRefused(refusal, call.request.id)
}

const makeRefused = (refusal: Refusal, requestId: string): CallToolResult => {
  const structured = JSON.parse(errorText(refusal, requestId)) as { readonly error: ErrorObject }
  return {
    isError: true,
    content: [{ type: 'text', text: writeRefusal(structured.error, requestId) }],
    structuredContent: { ...structured },
  }
}

const writeRefusal = ({ code, reason, message, allowed_actions: allowed }: ErrorObject, requestId: string) =>
  [
    `Refused (${code}, ${reason}): ${message}`,
    ...(allowed ? [`Allowed now: ${allowedTools(allowed)}.`] : []),
    ...(code === 'internal_error' ? [`The request_id is ${requestId}.`] : []),
  ].join('\n')
