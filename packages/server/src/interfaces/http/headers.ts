// The headers as they were sent. Of repeated ones that say who is called, or by whom, Node silently keeps the first;
// a proxy in front may have kept another.
import type { IncomingMessage } from 'node:http'
import { refuse, type Refusal } from '../../kernel/refusal.ts'

type SentHeaders = Pick<IncomingMessage, 'rawHeaders'>

/** How often a header was sent; its name is given in lower case. */
export const timesSent = ({ rawHeaders }: SentHeaders, name: string): number => {
  let times = 0
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const sent = rawHeaders[at]
    // Nearly every name differs in its length.
    if (sent?.length === name.length && sent.toLowerCase() === name) times += 1
  }
  return times
}

/** Why a request is not looked at any further, whatever else is wrong with it. */
export const refuseHeaders = (request: IncomingMessage): Refusal | undefined => {
  if (timesSent(request, 'host') > 1) return sentTwice('Host')
  if (timesSent(request, 'authorization') > 1) return sentTwice('Authorization')
  if (request.httpVersion === '1.1' && !request.headers.host) {
    return refuse('invalid_request', 'header_malformed', 'The Host header is missing.')
  }
  return undefined
}

const sentTwice = (name: string): Refusal =>
  refuse('invalid_request', 'header_malformed', `The ${name} header is given more than once.`, {
    fields: [{ field: name, message: 'must be given once' }],
  })
