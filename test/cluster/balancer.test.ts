// The balancer of tools/cluster sends a call to a second node only where the first cannot have read it, or where it
// only reads.
import { createServer, type Server, type Socket } from 'node:net'
import { once } from 'node:events'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { call } from '../support/call.ts'
import { repository } from '../support/planted.ts'

interface BalancedNode {
  readonly name: string
  url: string | null
  isReady: boolean
}

const { makeNode, startBalancer } = (await import(join(repository, 'tools/cluster/balancer.mjs'))) as {
  readonly makeNode: (name: string) => BalancedNode
  readonly startBalancer: (options: {
    readonly nodes: readonly BalancedNode[]
  }) => Promise<{ readonly url: string; close(): Promise<void> }>
}

const READY = 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}'

/** Speaks just enough HTTP; `behave` is what it does with all but the question whether it is ready. */
const startPlainNode = async (behave: (socket: Socket, text: string) => void) => {
  const server: Server = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.on('data', (data) => {
      const text = data.toString()
      if (text.startsWith('GET /readyz')) socket.end(READY)
      else behave(socket, text)
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  return { url: `http://127.0.0.1:${port}`, close: () => server.close() }
}

describe('the balancer', () => {
  let seen: string[]
  let closers: (() => unknown)[]
  beforeEach(() => {
    seen = []
    closers = []
  })
  afterEach(async () => {
    for (const close of closers) await close()
  })

  /** Behind it the first node breaks in its way, the second answers. */
  const balance = async (first: string | ((socket: Socket, text: string) => void)) => {
    const good = await startPlainNode((socket, text) => {
      seen.push(`second: ${text.split('\r\n')[0]}`)
      socket.end(READY)
    })
    closers.push(good.close)
    const bad =
      typeof first === 'string' ? { url: first, close: () => undefined } : await startPlainNode(first)
    closers.push(bad.close)
    const nodes = [makeNode('second'), makeNode('first')]
    const balancer = await startBalancer({ nodes })
    closers.push(() => balancer.close())
    // Its first turn is the second of the two.
    for (const [at, url] of [good.url, bad.url].entries())
      Object.assign(nodes[at] ?? {}, { url, isReady: true })
    return balancer.url
  }

  const breaking = (socket: Socket, text: string): void => {
    seen.push(`first: ${text.split('\r\n')[0]}`)
    socket.resetAndDestroy()
  }

  it('sends what changes something to no second node once it may have been read', async () => {
    const url = await balance(breaking)
    const reply = await call(url, 'POST', '/v1/challenges', { body: { claim: 'Once.' } })
    expect(reply.status).toBe(502)
    expect(seen).toEqual(['first: POST /v1/challenges HTTP/1.1'])
  })

  it('sends what only reads to another node', async () => {
    const url = await balance(breaking)
    const reply = await call(url, 'GET', '/v1/me')
    expect([reply.status, reply.headers['x-node']]).toEqual([200, 'second'])
    expect(seen).toEqual(['first: GET /v1/me HTTP/1.1', 'second: GET /v1/me HTTP/1.1'])
  })

  it('sends anything to another node where nothing listens', async () => {
    const { url: gone, close } = await startPlainNode(() => undefined)
    close()
    const url = await balance(gone)
    const reply = await call(url, 'POST', '/v1/challenges', { body: { claim: 'Once.' } })
    expect([reply.status, reply.headers['x-node']]).toEqual([200, 'second'])
    expect(seen).toEqual(['second: POST /v1/challenges HTTP/1.1'])
  })
})
