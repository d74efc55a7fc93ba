// Calls from pages of other origins (CORS). Every origin may call /v1 and /mcp and read the OpenAPI document: who calls
// is told by the token alone, and no cookie is ever read, so a page can do nothing that it was not given a token for.
// Pages of our own never carry these headers.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { unknownPath } from '../../kernel/refusal.ts'

export const everyOrigin = { 'access-control-allow-origin': '*' } as const

/** What a script may read of an answer, beside its body and what every script may read. */
const EXPOSED = [
  'X-Request-Id',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'X-Quota-Remaining',
  'Idempotency-Replayed',
  'Retry-After',
  'WWW-Authenticate',
].join(', ')

export const answerHead = { ...everyOrigin, 'access-control-expose-headers': EXPOSED } as const

const preflightHead = {
  ...everyOrigin,
  'access-control-allow-methods': 'GET, POST, PATCH, DELETE',
  'access-control-allow-headers': [
    'Authorization',
    'Content-Type',
    'Idempotency-Key',
    'Last-Event-ID',
    'MCP-Protocol-Version',
    'Mcp-Method',
    'Mcp-Name',
    'Mcp-Session-Id',
  ].join(', '),
  // As long as any browser remembers it.
  'access-control-max-age': '86400',
} as const

/** As a router reads it: letters of a path may be encoded. */
const API = /^\/(?:(?:v|%76)(?:1|%31)(?:[/?]|$)|(?:m|%6[dD])(?:c|%63)(?:p|%70)(?:\?|$))/

/** Undefined for whatever was not sent by a page, and for what is no part of the API. */
export const findCorsHead = ({ headers, url }: FastifyRequest): typeof answerHead | undefined =>
  headers.origin !== undefined && API.test(url) ? answerHead : undefined

/** Answers a browser that asks whether a page may make its call. Any other OPTIONS is a method that is not known. */
export const mountPreflights = (app: FastifyInstance, urls: Iterable<string>): void => {
  // Before a body is read: whatever it is, and however long, makes no difference.
  for (const url of new Set(urls)) app.options(url, { onRequest: answerPreflight }, answerPreflight)
}

const answerPreflight = async (
  { headers, id }: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> => {
  if (headers.origin === undefined || headers['access-control-request-method'] === undefined) {
    throw unknownPath()
  }
  return reply.headers(preflightHead).send({ request_id: id })
}
