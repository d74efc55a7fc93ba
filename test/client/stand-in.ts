// A real HTTP server that stands in for the service and misbehaves as it is told.
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { codes, type Code } from '@challenge-service/contract'

export interface Received {
  readonly method: string
  readonly path: string
  readonly query: URLSearchParams
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

export type Behaviour = (response: ServerResponse, received: Received) => void

export interface StandIn {
  readonly url: string
  readonly received: readonly Received[]
  /** What it does with the calls to come, one after the other; the last one stays. */
  plan(...behaviours: readonly [Behaviour, ...Behaviour[]]): void
  stop(): Promise<void>
}

export const startStandIn = async (): Promise<StandIn> => {
  let received: Received[] = []
  let planned: readonly Behaviour[] = []
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { pathname: path, searchParams: query } = new URL(request.url ?? '', 'http://stand-in')
    const { method = '', headers } = request
    const call = { method, path, query, headers, body: await text(request) }
    received.push(call)
    const behave = planned[0]
    if (planned.length > 1) planned = planned.slice(1)
    behave?.(response, call)
  }
  const server = createServer((request, response) => void answer(request, response))
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    get received() {
      return received
    },
    plan: (...behaviours) => {
      received = []
      planned = behaviours
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

let requests = 0
const requestId = (): string => `req_${String((requests += 1)).padStart(26, '0')}`

const send = (
  response: ServerResponse,
  status: number,
  headers: Record<string, string>,
  body: string,
): void => {
  response.writeHead(status, { 'x-request-id': 'req_header', ...headers }).end(body)
}

const json = { 'content-type': 'application/json; charset=utf-8' }

export const succeed =
  (data: unknown = { done: true }, more: object = {}, headers: Record<string, string> = {}): Behaviour =>
  (response) =>
    send(response, 200, { ...json, ...headers }, JSON.stringify({ data, ...more, request_id: requestId() }))

export const refuse =
  (code: Code, reason: string, more: { retry_after?: number } = {}): Behaviour =>
  (response) => {
    const headers =
      more.retry_after === undefined ? json : { ...json, 'retry-after': String(more.retry_after) }
    const error = { code, reason, message: `Refused: ${reason}.`, ...more }
    send(response, codes[code].status, headers, JSON.stringify({ error, request_id: requestId() }))
  }

/** A page such as proxies send. */
export const page =
  (status: number, headers: Record<string, string> = {}): Behaviour =>
  (response, received) =>
    send(
      response,
      status,
      { 'content-type': 'text/html', ...headers },
      `<h1>${status}</h1><pre>${JSON.stringify(received.headers)}</pre>`,
    )

/** The connection ends without an answer. */
export const reset: Behaviour = (response) => {
  response.socket?.resetAndDestroy()
}

/** The connection ends in the middle of the answer. */
export const cut: Behaviour = (response) => {
  response.writeHead(200, { ...json, 'content-length': '1000' })
  response.write('{"data":{"done":tr', () => response.socket?.destroy())
}

/** No answer, ever; `then` is told when the call has come. */
export const stall =
  (then: () => void): Behaviour =>
  () =>
    then()

/** The beginning of an answer, and no end. */
export const stallInTheMiddle: Behaviour = (response) => {
  response.writeHead(200, json)
  response.write('{"data":')
}
