// Assistants that have to ask their person: one that can, as the official client makes it, and one that cannot, message by
// message as they go over the wire.
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import type { ErrorObject, ToBeConfirmed } from '@challenge-service/contract'
import { expect } from 'vitest'
import { call, type Reply } from '../support/call.ts'

export interface Bot {
  readonly url: string
  readonly token: string
  /** Added to the URL. */
  readonly query?: string
}

export interface ToolAnswer {
  readonly isError?: boolean
  readonly resultType?: string
  readonly content: readonly { readonly type: string; readonly text?: string }[]
  readonly structuredContent?: unknown
  readonly inputRequests?: Readonly<Record<string, { readonly params: { readonly message: string } }>>
  readonly requestState?: string
}

type Arguments = Readonly<Record<string, unknown>>

interface Round {
  readonly canAsk?: boolean
  /** Beside the name and the arguments of the tool. */
  readonly params?: Arguments
}

const VERSION = '2026-07-28'
const info = { name: 'test', version: '1.0.0' }

export const sendCall = (
  { url, token, query = '' }: Bot,
  name: string,
  input: Arguments,
  { canAsk = false, params = {} }: Round = {},
): Promise<Reply> =>
  call(url, 'POST', `/mcp${query}`, {
    token,
    headers: {
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': VERSION,
      'mcp-method': 'tools/call',
      'mcp-name': name,
    },
    body: {
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: {
        name,
        arguments: input,
        ...params,
        _meta: {
          'io.modelcontextprotocol/protocolVersion': VERSION,
          'io.modelcontextprotocol/clientInfo': info,
          'io.modelcontextprotocol/clientCapabilities': canAsk ? { elicitation: { form: {} } } : {},
        },
      },
    },
  })

export const useTool = async (
  bot: Bot,
  name: string,
  input: Arguments,
  round?: Round,
): Promise<ToolAnswer> => {
  const reply = await sendCall(bot, name, input, round)
  expect(reply.status, reply.text).toBe(200)
  const { result } = JSON.parse(reply.text) as { readonly result?: ToolAnswer }
  if (!result) throw new Error(reply.text)
  return result
}

export type Question = ToBeConfirmed['to_confirm']

/** The result of a first call for a client that cannot ask. */
export const firstCall = async (bot: Bot, name: string, input: Arguments): Promise<Question & ToolAnswer> => {
  const answer = await useTool(bot, name, input)
  expect(answer.isError ?? false, JSON.stringify(answer)).toBe(false)
  return { ...answer, ...(answer.structuredContent as ToBeConfirmed).to_confirm }
}

export const secondCall = (
  bot: Bot,
  name: string,
  input: Arguments,
  { confirmation }: Pick<Question, 'confirmation'>,
): Promise<ToolAnswer> => useTool(bot, name, { ...input, confirmation })

export const refusalOf = ({ isError, structuredContent }: ToolAnswer): ErrorObject | undefined =>
  isError === true ? (structuredContent as { readonly error?: ErrorObject }).error : undefined

export type Said =
  | { readonly action: 'accept'; readonly content: { readonly confirm: boolean } }
  | { readonly action: 'decline' | 'cancel' }

/** The official client, with a person behind it. */
export const withPerson = async (
  { url, token, query = '' }: Bot,
  answer: (question: string) => Said | Promise<Said>,
): Promise<{ useTool(name: string, input: Arguments): Promise<ToolAnswer>; close(): Promise<void> }> => {
  const client = new Client(info, {
    capabilities: { elicitation: { form: {} } },
    versionNegotiation: { mode: { pin: VERSION } },
  })
  client.setRequestHandler('elicitation/create', async ({ params }) => ({
    ...(await answer(params.message)),
  }))
  const requestInit = { headers: { authorization: `Bearer ${token}` } }
  await client.connect(new StreamableHTTPClientTransport(new URL(`/mcp${query}`, url), { requestInit }))
  return {
    useTool: async (name, input) => (await client.callTool({ name, arguments: { ...input } })) as ToolAnswer,
    close: () => client.close(),
  }
}
