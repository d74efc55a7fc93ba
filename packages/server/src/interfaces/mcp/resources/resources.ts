// What can be read as a resource: the feed, and each challenge. The list has the challenges that are open, and no word
// that anyone typed; what is read is what the tool says of it, in words that mark those of other people.
import type { Challenge, ChallengeStatus } from '@challenge-service/contract'
import {
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  isInputRequiredResult,
  type CallToolResult,
  type ListResourceTemplatesResult,
  type ListResourcesResult,
  type ReadResourceResult,
  type Resource,
  type ServerContext,
} from '@modelcontextprotocol/server'
import { Fault } from '../../../kernel/refusal.ts'
import { callTool } from '../call-tool.ts'
import type { McpCall, McpParts } from '../mcp-call.ts'
import {
  CHALLENGE_TEMPLATE,
  challengeUri,
  EVENTS_URI,
  findResource,
  type ResourceRequest,
} from './resource-uris.ts'

const MIME_TYPE = 'text/plain'
const openStatuses: readonly ChallengeStatus[] = ['pending', 'active', 'due', 'proposed', 'disputed']

export const mayRead = ({ caller: { scopes } }: McpCall, { endpoint: { scope } }: ResourceRequest): boolean =>
  scope === null || scopes.includes(scope)

const mayReadUri = (call: McpCall, uri: string): boolean => {
  const requested = findResource(uri)
  return requested !== undefined && mayRead(call, requested)
}

const feed: Resource = {
  uri: EVENTS_URI,
  name: 'events',
  title: 'What happened',
  description:
    'The newest events of the person: challenges made, accepted, proposed, settled, tallies, evidence.',
  mimeType: MIME_TYPE,
}

/** The feed stands on the first page. */
export const listResources = async (
  parts: McpParts,
  call: McpCall,
  cursor: string | undefined,
  ctx: ServerContext,
): Promise<ListResourcesResult> => {
  const own = cursor === undefined && mayReadUri(call, EVENTS_URI) ? [feed] : []
  if (!mayReadUri(call, challengeUri('any'))) return { resources: own }
  const input = { status: openStatuses, ...(cursor === undefined ? {} : { cursor }) }
  const { structuredContent } = await show(parts, call, 'list_challenges', input, ctx)
  const { items, next_cursor: nextCursor } = structuredContent as {
    readonly items: readonly Challenge[]
    readonly next_cursor: string | null
  }
  return { resources: [...own, ...items.map(describe)], ...(nextCursor === null ? {} : { nextCursor }) }
}

/** Nothing in it was typed by anyone: a list is read before anything in it is marked. */
const describe = ({ id, status, role }: Challenge): Resource => ({
  uri: challengeUri(id),
  name: id,
  title: `Challenge ${id}`,
  description: `It is ${status}; the person is its ${role}.`,
  mimeType: MIME_TYPE,
})

export const listTemplates = (call: McpCall): ListResourceTemplatesResult => ({
  resourceTemplates: mayReadUri(call, challengeUri('any'))
    ? [
        {
          uriTemplate: CHALLENGE_TEMPLATE,
          name: 'challenge',
          title: 'A challenge',
          description: 'One challenge with its evidence: how it stands, and what the person may do now.',
          mimeType: MIME_TYPE,
        },
      ]
    : [],
})

export const readResource = async (
  parts: McpParts,
  call: McpCall,
  uri: string,
  ctx: ServerContext,
): Promise<ReadResourceResult> => {
  const requested = findResource(uri)
  if (!requested) throw new ResourceNotFoundError(uri)
  const result = await show(parts, call, requested.tool, requested.input, ctx, uri)
  return { contents: [{ uri, mimeType: MIME_TYPE, text: textOf(result) }] }
}

/** What the tool answers, or its refusal as an error of the protocol. */
const show = async (
  parts: McpParts,
  call: McpCall,
  tool: string,
  input: Readonly<Record<string, unknown>>,
  ctx: ServerContext,
  uri?: string,
): Promise<CallToolResult> => {
  const result = await callTool(parts, call, tool, input, ctx)
  if (isInputRequiredResult(result)) throw new Fault(`${tool} asks for something before it answers`)
  if (!result.isError) return result
  const { error } = result.structuredContent as { readonly error: { readonly code: string } }
  if (error.code === 'not_found' && uri !== undefined) throw new ResourceNotFoundError(uri)
  throw new ProtocolError(ProtocolErrorCode.InvalidParams, textOf(result), { error })
}

const textOf = ({ content }: CallToolResult): string =>
  content.map((block) => (block.type === 'text' ? block.text : '')).join('\n')
