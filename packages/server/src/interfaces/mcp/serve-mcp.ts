// Speaks the protocol, in both revisions, by the official SDK: a server for each message, made of the tools that the
// token may use. Nothing is kept between two messages, so any node can answer any of them.
import {
  McpServer,
  createMcpHandler,
  type McpHttpHandler,
  type McpRequestContext,
} from '@modelcontextprotocol/server'
import { Fault } from '../../kernel/refusal.ts'
import { thisRelease } from '../../kernel/release.ts'
import type { RawMembers } from '../../operations/prepare.ts'
import { callTool } from './call-tool.ts'
import { findFlaw } from './flaw.ts'
import { instructions } from './instructions.ts'
import { listTools } from './list-tools.ts'
import type { McpCall, McpParts } from './mcp-call.ts'
import { LISTEN, listen } from './resources/listen.ts'
import { listResources, listTemplates, readResource } from './resources/resources.ts'
import { sendFlaw, sendResponse, toRequest } from './wire.ts'

export type Serve = (call: McpCall, message: RawMembers) => Promise<unknown>

/** What is listed changes with a release, or with the scopes of a token, which never change. */
const LIST_HOLDS_MS = 300_000
/** Nobody is told that a list has changed. */
const fixed = { listChanged: false }

export const makeServing = (parts: McpParts): Serve => {
  const { log } = parts.context
  const make = (context: McpRequestContext) => makeServer(parts, callOf(context.authInfo), context.era)
  const onerror = (error: Error): void => log.debug({ err: error }, 'a message of an assistant was refused')
  const handler = createMcpHandler(make, { onerror })
  return async (call, message) => {
    const flaw = findFlaw(message)
    if (flaw) return sendFlaw(call, flaw)
    if (message['method'] !== LISTEN) return sendResponse(call, await answer(handler, call, message))
    return listen(parts, call, message, (request, bus) =>
      // Signs of life are given by whoever sends what it writes.
      answer(createMcpHandler(make, { onerror, bus, keepAliveMs: 0 }), call, request),
    )
  }
}

const answer = (handler: McpHttpHandler, call: McpCall, message: RawMembers): Promise<Response> =>
  handler.fetch(toRequest(call.request), {
    // The SDK hands this on untouched, and knows of tokens no more than what stands here.
    authInfo: { token: '', clientId: call.caller.ownerId, scopes: [], extra: { call } },
    parsedBody: message,
  })

const callOf = (authInfo: McpRequestContext['authInfo']): McpCall => {
  const call = authInfo?.extra?.['call']
  if (call === undefined) throw new Fault('a message came without its call')
  return call as McpCall
}

const makeServer = (parts: McpParts, call: McpCall, era: McpRequestContext['era']): McpServer => {
  const { name } = parts.context.config.site
  const mcp = new McpServer(
    { name: 'challenge-service', title: name, version: thisRelease },
    {
      capabilities: {
        tools: fixed,
        // The revision before this one subscribes in a session, and there is none.
        resources: era === 'modern' ? { ...fixed, subscribe: true } : fixed,
      },
      instructions,
      cacheHints: { 'tools/list': { ttlMs: LIST_HOLDS_MS, cacheScope: 'private' } },
    },
  )
  // Past the registry of the SDK: what is wrong with arguments is said in the words of the API.
  mcp.server.setRequestHandler('tools/list', () => ({ tools: listTools(call) }))
  mcp.server.setRequestHandler('tools/call', ({ params }, ctx) =>
    callTool(parts, call, params.name, params.arguments ?? {}, ctx),
  )
  mcp.server.setRequestHandler('resources/list', ({ params }, ctx) =>
    listResources(parts, call, params?.cursor, ctx),
  )
  mcp.server.setRequestHandler('resources/templates/list', () => listTemplates(call))
  mcp.server.setRequestHandler('resources/read', ({ params }, ctx) =>
    readResource(parts, call, params.uri, ctx),
  )
  return mcp
}
