// The head of an answer: what every one carries, and what one to a known token says of its rate and its quota.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { findCorsHead } from './cors.ts'
import { leaveWork } from '../../ops/watch-calls.ts'

export interface Allowance {
  readonly quotaRemaining: number
  readonly limit: number
  readonly remaining: number
  /** In seconds since 1970. */
  readonly resetsAt: number
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set once the token is known, also where its call is refused. */
    allowance: Allowance | null
  }
}

type Head = Record<string, string | number>

export const writeHead = (request: FastifyRequest): Head => {
  const head = writeOwnHead(request)
  const cors = findCorsHead(request)
  return cors ? { ...head, ...cors } : head
}

const writeOwnHead = ({ id, allowance }: FastifyRequest): Head =>
  allowance
    ? {
        'x-request-id': id,
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
        'x-quota-remaining': allowance.quotaRemaining,
        'x-ratelimit-limit': allowance.limit,
        'x-ratelimit-remaining': allowance.remaining,
        'x-ratelimit-reset': allowance.resetsAt,
      }
    : { 'x-request-id': id, 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' }

/** For what Fastify sends: a header that is set already stays as it is. */
export const completeHead = (request: FastifyRequest, reply: FastifyReply): void => {
  for (const [name, value] of Object.entries(writeHead(request))) {
    if (!reply.hasHeader(name)) reply.header(name, value)
  }
}

/** Sends JSON past Fastify, which has nothing left to do for it, and would take as long as a look-up. */
export const sendJson = (reply: FastifyReply, status: number, head: Head, text: string): void => {
  const { raw, request } = reply
  leaveWork(request)
  head['content-type'] = 'application/json; charset=utf-8'
  head['content-length'] = Buffer.byteLength(text)
  raw.writeHead(status, head)
  reply.hijack()
  raw.end(text)
}
