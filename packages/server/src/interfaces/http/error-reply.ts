// How an error leaves: one of the eleven codes, its one status, and nothing of the inside. The only file that
// chooses statuses of errors.
import { codes, ErrorBody } from '@challenge-service/contract'
import fastJson from 'fast-json-stringify'
import type { FastifyError, FastifyReply } from 'fastify'
import { Refusal, refuse, unknownPath } from '../../kernel/refusal.ts'
import { StorageTrouble } from '../../store/health/trouble.ts'

// Long enough for a failover to be noticed, short enough not to be felt after it.
const STORAGE_RETRY_SECONDS = 5

const serialize = fastJson(ErrorBody)

/** What Fastify itself refuses, in our words; anything else unforeseen is internal_error. */
export const toRefusal = (error: unknown): Refusal => {
  if (error instanceof Refusal) return error
  if (error instanceof StorageTrouble) {
    return refuse('internal_error', 'storage_unavailable', 'Storage cannot be used now. Try again later.', {
      retryAfter: STORAGE_RETRY_SECONDS,
      cause: error,
    })
  }
  switch ((error as Partial<FastifyError>).code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return refuse('invalid_request', 'body_too_large', 'The body is over 64 KiB.')
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
    case 'ECONNRESET':
      return refuse('invalid_request', 'body_malformed', 'The body did not arrive whole.')
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return refuse('invalid_request', 'content_type', 'The Content-Type is no media type.')
    case 'FST_ERR_BAD_URL':
      return refuse('invalid_request', 'url_malformed', 'The path of the URL cannot be decoded.')
    default:
      return unforeseen(error)
  }
}

const unforeseen = (cause: unknown): Refusal =>
  refuse('internal_error', 'unforeseen', 'Something went wrong on our side. Tell us the request_id.', {
    cause,
  })

export const errorText = ({ code, reason, message, details }: Refusal, requestId: string): string =>
  serialize({
    error: {
      code,
      reason,
      message,
      fields: details.fields,
      allowed_actions: details.allowedActions,
      retry_after: details.retryAfter,
    },
    request_id: requestId,
  })

export const sendRefusal = (reply: FastifyReply, refusal: Refusal): FastifyReply => {
  const { code, details } = refusal
  if (code === 'invalid_token') reply.header('www-authenticate', 'Bearer error="invalid_token"')
  if (code === 'insufficient_scope') {
    reply.header('www-authenticate', `Bearer error="insufficient_scope", scope="${details.scope ?? ''}"`)
  }
  if (details.retryAfter !== undefined) reply.header('retry-after', details.retryAfter)
  return reply
    .code(codes[code].status)
    .type('application/json; charset=utf-8')
    .send(errorText(refusal, reply.request.id))
}

/** Where the protocol that is spoken there wants to hear of the method, and not of the path. */
export const sendWrongMethod = (reply: FastifyReply, allowed: string): FastifyReply =>
  reply
    .code(405)
    .header('allow', allowed)
    .type('application/json; charset=utf-8')
    .send(errorText(unknownPath(), reply.request.id))
