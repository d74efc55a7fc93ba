// What never becomes a request: bytes that are not HTTP, headers too large, a sender that is too slow. Node's
// own answers have no body and codes of their own; ours are those of every other error.
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { codes } from '@challenge-service/contract'
import { newId } from '../../kernel/ids.ts'
import { refuse, unknownPath, type Refusal } from '../../kernel/refusal.ts'
import { answerHead } from './cors.ts'
import { errorText } from './error-reply.ts'

export const answerBrokenRequest = (error: Error, socket: Socket, now: number): void => {
  if (!socket.writable || ('code' in error && error.code === 'ECONNRESET')) {
    socket.destroy()
    return
  }
  answer(explain(error), socket, now)
}

/** CONNECT is none of our methods, but Node makes no request of it: it hands over the bare socket. */
export const answerConnect = (socket: Duplex, now: number): void => {
  socket.on('error', () => socket.destroy())
  answer(unknownPath(), socket, now)
}

// How long a peer may take to close its side.
const LINGER_MS = 1_000

const answer = (refusal: Refusal, socket: Duplex, now: number): void => {
  const requestId = newId('request', now)
  const body = errorText(refusal, requestId)
  const { status } = codes[refusal.code]
  socket.end(
    [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      'Content-Type: application/json; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(body)}`,
      'Cache-Control: no-store',
      'X-Content-Type-Options: nosniff',
      // Nobody knows whether a page of another origin has sent it, so every script may read it: it tells nothing of anyone.
      ...Object.entries(answerHead).map(([name, value]) => `${name}: ${value}`),
      `X-Request-Id: ${requestId}`,
      'Connection: close',
      '',
      body,
    ].join('\r\n'),
  )
  // What still comes is read and dropped: a connection with unread bytes is reset, and the answer lost with it.
  socket.resume()
  setTimeout(() => socket.destroy(), LINGER_MS).unref()
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
