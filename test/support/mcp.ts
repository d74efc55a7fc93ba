// Assistants as the official clients make them: of the revision of 2026, and of the one before.
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { Client as OlderClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport as OlderTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { ErrorObject, ToBeConfirmed } from '@challenge-service/contract'
import { call, type CallOptions, type Reply } from './call.ts'

export const revisions = ['2026-07-28', '2025-11-25'] as const
export type Revision = (typeof revisions)[number]

export interface AssistantResult {
  readonly isError?: boolean | undefined
  readonly content: readonly { readonly type: string; readonly text?: string }[]
  readonly structuredContent?: unknown
}

export interface Assistant {
  /** The revision that both sides settled on. */
  readonly revision: string | undefined
  listTools(): Promise<readonly { readonly name: string; readonly inputSchema: object }[]>
  callTool(name: string, input?: Record<string, unknown>): Promise<AssistantResult>
  close(): Promise<void>
}

interface Connection {
  readonly url: string
  readonly token: string
  /** Added to the URL. */
  readonly query?: string
}

export const info = { name: 'test', version: '1.0.0' }

export const connect = async (
  revision: Revision,
  { url, token, query = '' }: Connection,
): Promise<Assistant> => {
  const address = new URL(`/mcp${query}`, url)
  const requestInit = { headers: { authorization: `Bearer ${token}` } }
  if (revision === '2026-07-28') {
    const client = new Client(info, { versionNegotiation: { mode: { pin: revision } } })
    await client.connect(new StreamableHTTPClientTransport(address, { requestInit }))
    return {
      revision: client.getNegotiatedProtocolVersion(),
      listTools: async () => (await client.listTools()).tools,
      callTool: (name, input = {}) => client.callTool({ name, arguments: input }),
      close: () => client.close(),
    }
  }
  const client = new OlderClient(info)
  const transport = new OlderTransport(address, { requestInit })
  await client.connect(transport)
  return {
    revision: transport.protocolVersion,
    listTools: async () => (await client.listTools()).tools,
    callTool: async (name, input = {}) =>
      (await client.callTool({ name, arguments: input })) as AssistantResult,
    close: () => client.close(),
  }
}

/** A message of the revision of 2026 as it goes over the wire, without a client around it. */
export const sendMessage = (
  { url, token, query = '' }: Connection,
  method: string,
  params: Record<string, unknown> = {},
  { headers, ...options }: CallOptions = {},
): Promise<Reply> =>
  call(url, 'POST', `/mcp${query}`, {
    token,
    headers: { ...headersOf(method, params['name']), ...headers },
    body: messageOf(method, params),
    ...options,
  })

export const messageOf = (method: string, params: Record<string, unknown> = {}, id: string | number = 1) => ({
  jsonrpc: '2.0',
  id,
  method,
  params: {
    ...params,
    _meta: {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientInfo': info,
      'io.modelcontextprotocol/clientCapabilities': {},
    },
  },
})

const headersOf = (method: string, name: unknown): Readonly<Record<string, string>> => ({
  accept: 'application/json, text/event-stream',
  'mcp-protocol-version': '2026-07-28',
  'mcp-method': method,
  ...(typeof name === 'string' ? { 'mcp-name': name } : {}),
})

export type ToolCaller = Pick<Assistant, 'callTool'>

/** Calls tools by single messages, which nothing comes before. */
export const callerOf = (connection: Connection): ToolCaller => ({
  callTool: async (name, input = {}) => {
    const reply = await sendMessage(connection, 'tools/call', { name, arguments: input })
    const { result } = reply.body as { readonly result?: AssistantResult }
    if (!result) throw new Error(`no result, but ${reply.status}: ${reply.text}`)
    return result
  },
})

/** A call of a tool that asks first, and the second that says yes. */
export const callConfirmed = async (
  caller: ToolCaller,
  name: string,
  input: Record<string, unknown>,
): Promise<AssistantResult> => {
  const first = await caller.callTool(name, input)
  const { to_confirm: asked } = (first.structuredContent ?? {}) as Partial<ToBeConfirmed>
  return asked ? caller.callTool(name, { ...input, confirmation: asked.confirmation }) : first
}

export const textOf = ({ content }: AssistantResult): string =>
  content.map(({ text = '' }) => text).join('\n')

export const errorOf = ({ structuredContent }: AssistantResult): ErrorObject | undefined =>
  (structuredContent as { readonly error?: ErrorObject } | undefined)?.error
