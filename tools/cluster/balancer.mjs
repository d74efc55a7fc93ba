// A small balancer for trying several nodes, and for tests: nodes take turns, one that drains or is down is passed over.
// A call is sent to another node only where the first cannot have read it, or where reading twice does no harm.
import http from 'node:http'
import { once } from 'node:events'
import { pipeline } from 'node:stream/promises'
import { forward, isRead, Unanswered, withoutConnection } from './forward.mjs'

// The service takes 64 KiB; more is passed on for it to refuse, but not without end.
const BODY_MAX = 256 * 1024
const LOOK_MS = 100

/** The url is null while it is stopped; one that is taken out gets no new calls. */
export const makeNode = (name) => ({
  name,
  url: null,
  isReady: false,
  isOut: false,
  underWay: 0,
  answered: 0,
  retried: 0,
  agent: new http.Agent({ keepAlive: true }),
})

/** `{ url, port, nodes, close }`. `answerOwn` takes a call that is for the balancer itself, and says whether it was. */
export const startBalancer = async ({
  nodes,
  host = '127.0.0.1',
  port = 0,
  answerOwn = async () => false,
}) => {
  let turn = 0
  const findReady = (tried) => {
    const ready = nodes.filter((node) => node.url !== null && node.isReady && !node.isOut && !tried.has(node))
    turn += 1
    return ready[turn % ready.length]
  }

  const serve = async (request, response) => {
    if (await answerOwn(request, response)) return
    const body = await readBody(request)
    if (body === undefined) return refuse(response, 413, 'too large for this balancer')
    const gone = new AbortController()
    response.once('close', () => gone.abort())
    const call = {
      method: request.method,
      path: request.url,
      headers: forwardedHeaders(request, body),
      body,
      signal: gone.signal,
    }
    const tried = new Set()
    for (let node = findReady(tried); node !== undefined; node = findReady(tried)) {
      tried.add(node)
      node.underWay += 1
      try {
        return await passOn(node, await forward(node, call), response)
      } catch (error) {
        if (!(error instanceof Unanswered) || gone.signal.aborted) throw error
        // It is looked at again before it gets anything more.
        node.isReady = false
        if (error.mayHaveArrived && !isRead(request.method)) {
          return refuse(response, 502, `node ${node.name} was lost in the middle of this call`)
        }
        node.retried += 1
      } finally {
        node.underWay -= 1
      }
    }
    return refuse(response, 503, 'no node is ready')
  }

  const server = http.createServer((request, response) => {
    serve(request, response).catch(() => response.destroy())
  })
  server.keepAliveTimeout = 72_000
  server.listen(port, host)
  await once(server, 'listening')
  const looks = nodes.map((node) => watch(node))
  const address = server.address()
  return {
    url: `http://${host}:${address.port}`,
    port: address.port,
    nodes,
    close: async () => {
      for (const stop of looks) stop()
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
      for (const { agent } of nodes) agent.destroy()
    },
  }
}

const readBody = async (request) => {
  const parts = []
  let size = 0
  for await (const part of request) {
    size += part.length
    if (size > BODY_MAX) return undefined
    parts.push(part)
  }
  return Buffer.concat(parts)
}

/** Each proxy adds the address that it saw. */
const forwardedHeaders = (request, body) => {
  const { 'transfer-encoding': _, ...headers } = withoutConnection(request.headers)
  const before = headers['x-forwarded-for']
  const seen = request.socket.remoteAddress
  return {
    ...headers,
    ...(body.length > 0 || headers['content-length'] !== undefined ? { 'content-length': body.length } : {}),
    'x-forwarded-for': before === undefined ? seen : `${before}, ${seen}`,
    'x-forwarded-proto': 'http',
  }
}

/** Until all of it is on its way to the caller. */
const passOn = async (node, answer, response) => {
  node.answered += 1
  // A node that keeps no connection any more is about to stop. Streams never keep theirs.
  const isStream = (answer.headers['content-type'] ?? '').startsWith('text/event-stream')
  if (answer.headers.connection === 'close' && isRead(answer.req.method) && !isStream) node.isReady = false
  response.writeHead(answer.statusCode, { ...withoutConnection(answer.headers), 'x-node': node.name })
  response.flushHeaders()
  await pipeline(answer, response)
}

const refuse = (response, status, message) => {
  response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' })
  response.end(JSON.stringify({ balancer: message }))
}

/** Asks a node again and again whether it is ready. Gives what ends it. */
const watch = (node) => {
  let timer
  let isOver = false
  const look = async () => {
    const { url } = node
    const isReady = url !== null && (await isNodeReady(url))
    if (isOver) return
    // It may have been stopped or restarted meanwhile.
    if (node.url === url) node.isReady = isReady
    timer = setTimeout(() => void look(), LOOK_MS)
  }
  void look()
  return () => {
    isOver = true
    clearTimeout(timer)
  }
}

const isNodeReady = (url) =>
  new Promise((resolve) => {
    const request = http.get(`${url}/readyz`, { agent: false, timeout: 5_000 }, (answer) => {
      answer.resume()
      resolve(answer.statusCode === 200)
    })
    request.once('timeout', () => request.destroy())
    request.once('error', () => resolve(false))
  })
