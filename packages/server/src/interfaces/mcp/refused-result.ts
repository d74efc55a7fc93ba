// A refusal as a tool answers it: the code, reason and sentence of the API, and what could be called instead.
import type { ErrorObject, Tool } from '@challenge-service/contract'
import type { CallToolResult } from '@modelcontextprotocol/server'
import type { Refusal } from '../../kernel/refusal.ts'
import { errorText, toRefusal } from '../http/error-reply.ts'
import type { McpCall, McpParts } from './mcp-call.ts'
import { readSubject, type ReadToolCall } from './tool-call.ts'
import { findSiteUrl } from './site-url.ts'
import { findAddressee } from './tool-result.ts'
import { writeAllowed } from './words/allowed.ts'
import { settleTally } from './words/tally-page.ts'

/** What is told by the status of HTTP, since it is about the token and not about what was asked. */
const ofHttp: ReadonlySet<string> = new Set([
  'invalid_token',
  'insufficient_scope',
  'plan_required',
  'rate_limited',
  'quota_exceeded',
])

/** `asked`: undefined where it came no further than its arguments. */
export const answerRefusal = async (
  parts: McpParts,
  call: McpCall,
  tool: Tool,
  error: unknown,
  toolCall: ReadToolCall | undefined,
): Promise<CallToolResult> => {
  const {
    context: { outage },
    onRefused,
  } = parts
  const refusal = toRefusal(error)
  // One of HTTP is told on by whoever sends it.
  if (ofHttp.has(refusal.code)) call.refused = refusal
  else onRefused?.(refusal)
  if (refusal.code === 'internal_error') {
    outage.tell(error, { request_id: call.request.id, tool: tool.name }, 'a call failed')
  }
  const hasMore = toolCall && refusal.details.allowedActions
  // Where it cannot be said, the refusal holds all the same.
  const instead = hasMore ? await sayInstead(parts, call, toolCall, refusal).catch(() => []) : []
  return makeRefused(refusal, call.request.id, instead)
}

/** What get_challenge says of it, so that the two never differ. */
const sayInstead = async (
  parts: McpParts,
  call: McpCall,
  { tool, actor, input }: ReadToolCall,
  { reason }: Refusal,
): Promise<readonly string[]> => {
  const seen = await readSubject(parts, actor, input)
  const to = await findAddressee(parts.context, actor, findSiteUrl(parts.context, call))
  // Other entries may wait: it is of this one that nobody can answer any more.
  const isOfEntry = reason === 'entry_not_pending'
  const settle = isOfEntry ? settleTally(seen, to) : null
  return [writeAllowed(seen, to, isOfEntry ? [tool.name] : []), ...(settle === null ? [] : [settle])]
}

const makeRefused = (refusal: Refusal, requestId: string, instead: readonly string[]): CallToolResult => {
  const structured = JSON.parse(errorText(refusal, requestId)) as { readonly error: ErrorObject }
  return {
    isError: true,
    content: [{ type: 'text', text: writeRefusal(structured.error, requestId, instead) }],
    structuredContent: { ...structured },
  }
}

const writeRefusal = (
  { code, reason, message }: ErrorObject,
  requestId: string,
  instead: readonly string[],
): string =>
  [
    `Refused (${code}, ${reason}): ${message}`,
    ...instead,
    ...(code === 'internal_error' ? [`The request_id is ${requestId}.`] : []),
  ].join('\n')
