// What the bridge makes of a service that answers as none should: it holds no more than an answer may have, passes on
// what answers the call and nothing that answers another, and lets nobody write to the terminal or into its headers.
import type { Socket } from 'node:net'
import { describe, expect, it, vi } from 'vitest'
import { bridges, idOf, ping, reply, resultOf, streamHead } from '../support/bridge-peers.ts'

// Processes take a second each, and those of several tests run at once.
vi.setConfig({ testTimeout: 60_000 })

const LOG = 'challenge-service mcp: '
const MIB = 1024 * 1024
/** What is too much comes in pieces, each when the one before was taken, and leaves the answer without an end. */
const TOO_MANY = 32

const pour = (socket: Socket, left = TOO_MANY): void => {
  if (left > 0 && !socket.destroyed) socket.write(Buffer.alloc(MIB, 'x'), () => pour(socket, left - 1))
}
const jsonHead = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nConnection: close\r\n\r\n'
const events = (...texts: readonly string[]): string => texts.map((text) => `data: ${text}\n\n`).join('')

const givenUp = {
  jsonrpc: '2.0',
  id: 1,
  error: {
    code: -32_000,
    message: 'the answer has more than 8388608 bytes and was given up: whether it was done is not known',
  },
}

describe('challenge-service mcp, of an unsound service,', () => {
  const { bridgeTo } = bridges()

  it('passes on one answer to each call, and none to another, in a stream as elsewhere', async () => {
    const beside = '{"jsonrpc":"2.0","id":1,"method":"elicitation/create","params":{}}'
    const [bridge] = await bridgeTo((socket, { body }) => {
      const stray = [
        '{"jsonrpc":"2.0","id":99,"result":{}}',
        '{"jsonrpc":"2.0","id":"1","result":{}}',
        '{"jsonrpc":"2.0","id":null,"error":{"code":1,"message":"x"}}',
      ]
      const second = '{"jsonrpc":"2.0","id":1,"result":{"second":true}}'
      const both = '{"jsonrpc":"2.0","id":1,"method":"x","result":{}}'
      socket.end(streamHead + events(...stray, beside, both, resultOf(body), second, second))
    })
    bridge.send(ping(1))
    expect(await bridge.nextLine()).toBe(beside)
    expect(await bridge.next()).toEqual({ jsonrpc: '2.0', id: 1, result: {} })
    const line = `${LOG}the service sent an answer that this call did not wait for, which was left out\n`
    const none = `${LOG}the service sent an event that is no message, which was left out\n`
    expect(await bridge.end()).toEqual({
      status: 0,
      stderr: line.repeat(3) + none + line.repeat(2),
      rest: [],
    })
  })

  it('says that a stream broke off that answers another call alone', async () => {
    const [bridge] = await bridgeTo((socket) =>
      socket.end(streamHead + events('{"jsonrpc":"2.0","id":2,"result":{}}')),
    )
    bridge.send(ping(1))
    expect(await bridge.next()).toMatchObject({ id: 1, error: { code: -32_000 } })
    expect((await bridge.end()).rest).toEqual([])
  })

  it.each([
    ['a body', jsonHead],
    ['a line of a stream', `${streamHead}data: `],
    ['a line of a stream that is no data', `${streamHead}: `],
  ])('gives up an answer when %s has more than 8 MiB, and goes on', async (_, head) => {
    const [bridge, receiver] = await bridgeTo((socket, { body }) => {
      if (idOf(body) !== 1) {
        socket.end(reply(200, resultOf(body), 'application/json', 'Connection: close\r\n'))
        return
      }
      socket.write(head)
      pour(socket)
    })
    bridge.send(ping(1))
    expect(await bridge.next()).toEqual(givenUp)
    await receiver.whenIdle()
    bridge.send(ping(2))
    expect(await bridge.next()).toEqual({ jsonrpc: '2.0', id: 2, result: {} })
  })

  it('gives up an event of many lines that has more than 8 MiB', async () => {
    const [bridge, receiver] = await bridgeTo((socket) => {
      socket.write(streamHead)
      for (let count = 0; count < 9; count += 1) socket.write(`data: ${'x'.repeat(MIB)}\n`)
    })
    bridge.send(ping(1))
    expect(await bridge.next()).toEqual(givenUp)
    await receiver.whenIdle()
  })

  it('carries an answer of nearly 8 MiB, and a stream of more', async () => {
    const large = (id: number): string =>
      JSON.stringify({ jsonrpc: '2.0', id, result: { text: `\u2028${'x'.repeat(8 * MIB - 100)}` } })
    const told = `{"jsonrpc":"2.0","method":"notifications/x","params":{"text":"${'x'.repeat(7 * MIB)}"}}`
    const [bridge] = await bridgeTo((socket, { body }) => {
      socket.end(idOf(body) === 1 ? jsonHead + large(1) : streamHead + events(told, told, large(2)))
    })
    bridge.send(ping(1))
    expect(await bridge.nextLine()).toBe(large(1))
    bridge.send(ping(2))
    for (const line of [told, told, large(2)]) expect(await bridge.nextLine()).toBe(line)
  })

  it('writes nothing to the terminal that breaks its line or moves its cursor', async () => {
    const message = 'm\u001b[2J\r\n\u009b31m\u202e\u2028x'
    const [bridge, receiver] = await bridgeTo((socket) =>
      socket.write(reply(500, JSON.stringify({ error: { code: 'c\u0007', message } }))),
    )
    bridge.send({ jsonrpc: '2.0', method: 'notifications/initialized' })
    await receiver.nextRequest()
    expect((await bridge.end()).stderr).toBe(
      `${LOG}m\\u{1b}[2J\\u{d}\\u{a}\\u{9b}31m\\u{202e}\\u{2028}x (500 c\\u{7})\n`,
    )
  })

  it.each(['2025\r\nX-Evil: 1', '2025-11-25\n', '', 'DRAFT'])(
    'takes over no revision that is none: %j',
    async (protocolVersion) => {
      const [bridge, receiver] = await bridgeTo((socket, { body }) => {
        socket.write(
          reply(200, JSON.stringify({ jsonrpc: '2.0', id: idOf(body), result: { protocolVersion } })),
        )
      })
      bridge.send({ jsonrpc: '2.0', id: 1, method: 'initialize', params: {} })
      await bridge.next()
      bridge.send(ping(2))
      expect(await bridge.next()).toMatchObject({ id: 2, result: {} })
      expect(receiver.requests.map(({ headers }) => headers['mcp-protocol-version'])).toEqual([
        undefined,
        undefined,
      ])
    },
  )

  const to = (place: string): string =>
    `the URL leads elsewhere (307), to ${place}: if the token may go there, name that with --url`
  const unsaid = 'the URL leads elsewhere, and does not say where (307): --url must name the service itself'
  it.each([
    [
      'https://ana:secret@challenges.example/mcp/v2?user_email=ana@example.com#top',
      () => to('https://challenges.example/mcp/v2'),
    ],
    ['/other', (port: number) => to(`http://127.0.0.1:${port}/other`)],
    ['file:///etc/passwd', () => unsaid],
    ['http://', () => unsaid],
  ])('says where a URL leads that leads to %s, and does not go there', async (location, message) => {
    const [bridge, receiver] = await bridgeTo((socket) =>
      socket.write(reply(307, '', 'text/plain', `Location: ${location}\r\n`)),
    )
    bridge.send(ping(1))
    expect(await bridge.next()).toEqual({
      jsonrpc: '2.0',
      id: 1,
      error: { code: -32_000, message: message(receiver.port), data: { status: 307 } },
    })
    expect(receiver.requests).toHaveLength(1)
  })
})
