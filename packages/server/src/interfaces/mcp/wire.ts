// Between Fastify and the SDK, which speaks in the requests and responses of the web.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Flaw } from './flaw.ts'
import type { McpCall } from './mcp-call.ts'

/** Nobody goes there: the SDK looks at the headers alone. */
const ADDRESS = 'http://localhost/mcp'

/** With the headers of the protocol, and no other. */
export const toRequest = ({ headers }: FastifyRequest): Request => {
  const own = Object.entries(headers).filter(
    (header): header is [string, string] =>
      (header[0] === 'accept' || header[0].startsWith('mcp-')) && typeof header[1] === 'string',
  )
  return new Request(ADDRESS, {
    method: 'POST',
    headers: [...own, ['content-type', 'application/json']],
  })
}

/** Whole, once it is there: until then it can still turn out to be an answer of HTTP. */
export const sendResponse = async (call: McpCall, response: Response): Promise<FastifyReply> => {
  const text = await response.text()
  if (call.refused) throw call.refused
  const type = response.headers.get('content-type')
  if (type !== null) void call.reply.type(type)
  return call.reply.code(response.status).send(text)
}

export const sendFlaw = ({ reply }: McpCall, { status, ...answer }: Flaw): FastifyReply =>
  reply.code(status).send({ jsonrpc: '2.0', ...answer })
