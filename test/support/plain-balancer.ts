// A balancer as plain as they come: it asks each node once a second whether it is ready, gives calls in turn to those that
// are, and sends nothing twice. A call that its node does not answer has failed.
import { once } from 'node:events'
import { Agent, createServer, get, request, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

const ASK_EVERY_MS = 1_000
const PATIENCE_MS = 5_000

export interface PlainBalancer {
  readonly url: string
  /** Whether it gives calls to this node. */
  sendsTo(url: string): boolean
  close(): Promise<void>
}

export const startPlainBalancer = async (urls: readonly string[]): Promise<PlainBalancer> => {
  const agent = new Agent({ keepAlive: true })
  const over = new AbortController()
  const ready = new Set<string>()
  let turn = 0
  const ask = async (url: string): Promise<void> => {
    if (await isReady(url)) ready.add(url)
    else ready.delete(url)
  }
  const keepAsking = async (url: string): Promise<void> => {
    while (!over.signal.aborted) {
      await ask(url)
      await pause(ASK_EVERY_MS, undefined, { signal: over.signal }).catch(() => undefined)
    }
  }
  const server = createServer((call, answer) => {
    const among = [...ready]
    const url = among[(turn += 1) % among.length]
    if (url === undefined) answer.writeHead(503).end('{}')
    else pass(call, answer, url, agent)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  await Promise.all(urls.map(ask))
  const asking = Promise.all(urls.map(keepAsking))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    sendsTo: (url) => ready.has(url),
    close: async () => {
      over.abort()
      await asking
      server.close()
      server.closeAllConnections()
      agent.destroy()
    },
  }
}

const pass = (call: IncomingMessage, answer: ServerResponse, url: string, agent: Agent): void => {
  const { method, headers } = call
  const onward = request(new URL(call.url ?? '/', url), { method, headers, agent }, (answered) => {
    const { connection: _, ...own } = answered.headers
    answer.writeHead(answered.statusCode ?? 502, own)
    answered.pipe(answer)
  })
  onward.on('error', (error: NodeJS.ErrnoException) => {
    if (!answer.headersSent) answer.writeHead(502)
    answer.end(JSON.stringify({ balancer: error.code }))
  })
  call.pipe(onward)
}

const isReady = (url: string): Promise<boolean> =>
  new Promise((resolve) => {
    const asked = get(`${url}/readyz`, { agent: false, timeout: PATIENCE_MS }, (answer) => {
      answer.resume()
      resolve(answer.statusCode === 200)
    })
    asked.once('timeout', () => asked.destroy())
    asked.once('error', () => resolve(false))
  })
