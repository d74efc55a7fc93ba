// What never becomes a request: bytes that are not HTTP, headers too large, a sender that is too slow. Node's
// own answers have no body and codes of their own; ours are those of every other error.
import type { Socket } from 'node:net'
import { newId } from '../kernel/ids.ts'
import { refuse, type Refusal } from '../kernel/refusal.ts'
import { errorText } from './error-reply.ts'

export const answerBrokenRequest = (error: Error, socket: Socket, now: number): void => {
  if (!socket.writable || ('code' in error && error.code === 'ECONNRESET')) {
    socket.destroy()
    return
  }
  const requestId = newId('request', now)
  const body = errorText(explain(error), requestId)
  socket.end(
    [
      'HTTP/1.1 400 Bad Request',
      'Content-Type: application/json; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(body)}`,
      'Cache-Control: no-store',
      'X-Content-Type-Options: nosniff',
      `X-Request-Id: ${requestId}`,
      'Connection: close',
      '',
      body,
    ].join('\r\n'),
  )
}

const explain = (error: Error): Refusal => {
  switch ('code' in error ? error.code : undefined) {
    case 'HPE_HEADER_OVERFLOW':
      return refuse('invalid_request', 'header_malformed', 'The headers are over 16 KiB.')
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return refuse('invalid_request', 'request_timeout', 'The request took too long to arrive.')
    default:
      return refuse('invalid_request', 'header_malformed', 'This is not a valid HTTP request.')
  }
}
