// Speaks the protocol, in both revisions, by the official SDK: a server for each message, made of the tools that the
// token may use. Nothing is kept between two messages, so any node can answer any of them.
import { McpServer, createMcpHandler, type McpRequestContext } from '@modelcontextprotocol/server'
import { Fault } from '../../kernel/refusal.ts'
import { thisRelease } from '../../store/release.ts'
import type { RawMembers } from '../prepare.ts'
import { callTool } from './call-tool.ts'
import { instructions } from './instructions.ts'
import { listTools } from './list-tools.ts'
import type { McpCall, McpParts } from './mcp-call.ts'
import { sendResponse, toRequest } from './wire.ts'

export type Serve = (call: McpCall, message: RawMembers) => Promise<unknown>

/** What is listed changes with a release, or with the scopes of a token, which never change. */
const LIST_HOLDS_MS = 300_000

export const makeServing = (parts: McpParts): Serve => {
  const { log } = parts.floor
  const handler = createMcpHandler(({ authInfo }: McpRequestContext) => makeServer(parts, callOf(authInfo)), {
    onerror: (error) => log.debug({ err: error }, 'a message of an assistant was refused'),
  })
  return async (call, message) => {
    const response = await handler.fetch(toRequest(call.request), {
      // The SDK hands this on untouched, and knows of tokens no more than what stands here.
      authInfo: { token: '', clientId: call.caller.ownerId, scopes: [], extra: { call } },
      parsedBody: message,
    })
    return sendResponse(call, response)
  }
}

const callOf = (authInfo: McpRequestContext['authInfo']): McpCall => {
  const call = authInfo?.extra?.['call']
  if (call === undefined) throw new Fault('a message came without its call')
  return call as McpCall
}

const makeServer = (parts: McpParts, call: McpCall): McpServer => {
  const { name } = parts.floor.config.site
  const mcp = new McpServer(
    { name: 'challenge-service', title: name, version: thisRelease },
    {
      capabilities: { tools: {} },
      instructions,
      cacheHints: { 'tools/list': { ttlMs: LIST_HOLDS_MS, cacheScope: 'private' } },
    },
  )
  // Past the registry of the SDK: what is wrong with arguments is said in the words of the API.
  mcp.server.setRequestHandler('tools/list', () => ({ tools: listTools(call) }))
  mcp.server.setRequestHandler('tools/call', ({ params }, ctx) =>
    callTool(parts, call, params.name, params.arguments ?? {}, ctx),
  )
  return mcp
}
