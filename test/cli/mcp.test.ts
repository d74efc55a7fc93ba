// The bridge between an assistant that starts a program and a service that is reached by HTTP: what it carries, what it
// says of what goes wrong, and how it ends. The peers here are servers of the test, which answer as they please.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { bridges, idOf, ping, reply, resultOf, streamHead } from '../support/bridge-peers.ts'
import { startBridge } from '../support/bridge.ts'
import { answer, receivers } from '../support/receivers.ts'

// Processes take a second each, and those of several tests run at once.
vi.setConfig({ testTimeout: 60_000 })

const modern = (id: number | string, method: string, params: object = {}) => ({
  jsonrpc: '2.0',
  id,
  method,
  params: { ...params, _meta: { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' } },
})

describe('challenge-service mcp', () => {
  const { started, bridgeTo } = bridges()

  it('posts each line as it is, with the headers that say what it is and who asks', async () => {
    const [bridge, receiver] = await bridgeTo((socket, { body }) => socket.write(reply(200, resultOf(body))))
    const message = modern(1, 'tools/call', { name: 'concede', arguments: { note: 'a\u2028b' } })
    bridge.send(message)
    expect(await bridge.next()).toEqual({ jsonrpc: '2.0', id: 1, result: {} })
    const [request] = receiver.requests
    expect(request).toMatchObject({ method: 'POST', path: '/mcp', body: JSON.stringify(message) })
    expect(request?.headers).toMatchObject({
      authorization: 'Bearer cs_acc_token',
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': 'tools/call',
      'mcp-name': 'concede',
    })
  })

  it('asks at /mcp where the URL has no path, and keeps the member whom a URL names', async () => {
    const [bridge, receiver] = await bridgeTo(
      (socket, { body }) => socket.write(reply(200, resultOf(body))),
      '?user_email=ana@example.com',
    )
    bridge.send(ping(1))
    await bridge.next()
    expect(receiver.requests.map(({ path }) => path)).toEqual(['/mcp?user_email=ana@example.com'])
  })

  it('writes names that a header cannot hold in base64', async () => {
    const [bridge, receiver] = await bridgeTo((socket, { body }) => socket.write(reply(200, resultOf(body))))
    bridge.send(modern(1, 'resources/read', { uri: 'challenge:\u00fc' }))
    await bridge.next()
    expect(receiver.requests[0]?.headers['mcp-name']).toBe('=?base64?Y2hhbGxlbmdlOsO8?=')
  })

  it('says the revision that initialize settled in every later message', async () => {
    const [bridge, receiver] = await bridgeTo((socket, { body }) => {
      const result = { protocolVersion: '2025-11-25' }
      socket.write(reply(200, JSON.stringify({ jsonrpc: '2.0', id: idOf(body), result })))
    })
    bridge.send({ jsonrpc: '2.0', id: 0, method: 'initialize', params: {} })
    await bridge.next()
    bridge.send(ping(1))
    await bridge.next()
    const versions = receiver.requests.map(({ headers }) => headers['mcp-protocol-version'])
    expect(versions).toEqual([undefined, '2025-11-25'])
  })

  it('puts an answer that is laid out over several lines on one', async () => {
    const [bridge] = await bridgeTo((socket) =>
      socket.write(reply(200, '{\r\n  "jsonrpc": "2.0",\n  "id": 1,\n  "result": {}\n}\n')),
    )
    bridge.send(ping(1))
    expect(JSON.parse(await bridge.nextLine())).toEqual({ jsonrpc: '2.0', id: 1, result: {} })
  })

  it('passes on what is streamed piece by piece, as soon as it is whole', async () => {
    const told = { jsonrpc: '2.0', method: 'notifications/progress', params: { text: 'gr\u00fcn' } }
    let finish = (): void => undefined
    const [bridge] = await bridgeTo((socket, { body }) => {
      const bytes = Buffer.from(`: hello\n\nevent: message\ndata: ${JSON.stringify(told)}\r\n\r\n`)
      // Within a character.
      const middle = bytes.indexOf(0xbc)
      socket.write(streamHead)
      socket.write(bytes.subarray(0, middle))
      setImmediate(() => socket.write(bytes.subarray(middle)))
      finish = () => socket.end(`data: ${resultOf(body)}\n\n`)
    })
    bridge.send(ping(1))
    expect(await bridge.next()).toEqual(told)
    finish()
    expect(await bridge.next()).toEqual({ jsonrpc: '2.0', id: 1, result: {} })
  })

  it('writes nothing but messages, whatever is streamed', async () => {
    const events = ['no json {"jsonrpc":"2.0","id":9,"result":{}}', '["json"]', '{"id":1,"result":{}}']
    const [bridge] = await bridgeTo((socket, { body }) => {
      const streamed = [...events, resultOf(body)].map((data) => `data: ${data}\n\n`)
      socket.end(streamHead + streamed.join(''))
    })
    bridge.send(ping(1))
    expect(await bridge.next()).toEqual({ jsonrpc: '2.0', id: 1, result: {} })
    const line = 'challenge-service mcp: the service sent an event that is no message, which was left out\n'
    expect(await bridge.end()).toEqual({ status: 0, stderr: line.repeat(3), rest: [] })
  })

  it('says so where a stream ends before the answer', async () => {
    const [bridge] = await bridgeTo((socket) => socket.end(`${streamHead}data: {"jsonrpc"`))
    bridge.send(ping(7))
    expect(await bridge.next()).toEqual({
      jsonrpc: '2.0',
      id: 7,
      error: { code: -32_000, message: 'the answer broke off: whether it was done is not known' },
    })
  })

  it.each([
    [
      'the API refuses',
      reply(401, '{"error":{"code":"invalid_token","reason":"token_revoked","message":"It was revoked."}}'),
      {
        code: -32_000,
        message:
          'It was revoked. The token comes from CHALLENGE_SERVICE_TOKEN. (401 invalid_token, token_revoked)',
        data: { status: 401, code: 'invalid_token', reason: 'token_revoked', message: 'It was revoked.' },
      },
    ],
    [
      'MCP refuses without naming the request',
      reply(400, '{"jsonrpc":"2.0","id":null,"error":{"code":-32020,"message":"no"}}'),
      { code: -32_020, message: 'no' },
    ],
    [
      'something on the way answers',
      reply(502, '<h1>Bad Gateway</h1>', 'text/html'),
      { code: -32_000, message: 'the service answered with status 502', data: { status: 502 } },
    ],
  ])('answers with an error that names the reason where %s', async (_, response, error) => {
    const [bridge, receiver] = await bridgeTo((socket) => socket.write(response))
    bridge.send(ping(1))
    expect(await bridge.next()).toEqual({ jsonrpc: '2.0', id: 1, error })
    expect(receiver.requests).toHaveLength(1)
  })

  it('names the file of a token that is refused, and no place of one that is good', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'bridge-'))
    onTestFinished(() => rm(folder, { recursive: true }))
    const file = join(folder, 'token.txt')
    await writeFile(file, 'paste-it-here\n')
    const refusals = [
      [401, { code: 'invalid_token', message: 'It is none.' }],
      [403, { code: 'forbidden', message: 'It may not.' }],
    ] as const
    let next = 0
    const [bridge, receiver] = await bridgeTo(
      (socket) => {
        const [status, error] = refusals[next] ?? refusals[0]
        next += 1
        socket.write(reply(status, JSON.stringify({ error })))
      },
      '/mcp',
      ['--token-file', file],
    )
    const messages = [
      `It is none. The token comes from the file ${file}. (401 invalid_token)`,
      'It may not. (403 forbidden)',
    ]
    for (const message of messages) {
      bridge.send(ping(1))
      expect(await bridge.next()).toMatchObject({ error: { message } })
    }
    expect(receiver.requests[0]?.headers['authorization']).toBe('Bearer paste-it-here')
  })

  it('passes on an error of MCP itself', async () => {
    const body = '{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"Method not found"}}'
    const [bridge] = await bridgeTo((socket) => socket.write(reply(404, body)))
    bridge.send(ping(1))
    expect(await bridge.nextLine()).toBe(body)
  })

  it('says that a service cannot be reached, and goes on', async () => {
    const receiver = await receivers.refusing()
    const bridge = startBridge(receiver.url)
    Object.assign(started, { bridge, receiver })
    for (const id of [1, 2]) {
      bridge.send(ping(id))
      const message = `the service at ${new URL(receiver.url).host} cannot be reached (ECONNREFUSED)`
      expect(await bridge.next()).toMatchObject({ id, error: { code: -32_000, message } })
    }
  })

  it('answers a line that is no message, and sends it nowhere', async () => {
    const [bridge, receiver] = await bridgeTo((socket, { body }) => socket.write(reply(200, resultOf(body))))
    bridge.sendText('no json\n\n[]\n')
    expect(await bridge.next()).toMatchObject({ id: null, error: { code: -32_700 } })
    expect(await bridge.next()).toMatchObject({ id: null, error: { code: -32_600 } })
    expect(receiver.requests).toEqual([])
  })

  it('refuses a line that is far longer than a message may be before it ends, and goes on behind it', async () => {
    const [bridge, receiver] = await bridgeTo((socket, { body }) => socket.write(reply(200, resultOf(body))))
    const message = 'this line has more than 1048576 bytes'
    bridge.sendText(`{"jsonrpc":"2.0","id":1,"method":"${'x'.repeat(1024 * 1024)}`)
    expect(await bridge.next()).toEqual({ jsonrpc: '2.0', id: null, error: { code: -32_600, message } })
    bridge.sendText('"}\n')
    // The longest that is carried; the service says itself what it finds too long, and names the call.
    const bare = JSON.stringify({ ...ping(2), padding: '' })
    const longest = { ...ping(2), padding: 'x'.repeat(1024 * 1024 - bare.length) }
    bridge.send(longest)
    expect(await bridge.next()).toEqual({ jsonrpc: '2.0', id: 2, result: {} })
    expect(receiver.requests.map(({ body }) => body)).toEqual([JSON.stringify(longest)])
  })

  it('tells only who looks what became of a message that wants no answer', async () => {
    const [bridge, receiver] = await bridgeTo((socket) => socket.write(answer(500)))
    bridge.send({ jsonrpc: '2.0', method: 'notifications/initialized' })
    await receiver.nextRequest()
    expect(await bridge.end()).toEqual({
      status: 0,
      stderr: 'challenge-service mcp: the service answered with status 500\n',
      rest: [],
    })
  })

  it('carries a second call while the first one waits, and closes the connection of one that is cancelled', async () => {
    const [bridge, receiver] = await bridgeTo((socket, { body }) => {
      if (idOf(body) !== 1)
        socket.end(reply(200, resultOf(body), 'application/json', 'Connection: close\r\n'))
    })
    bridge.send(modern(1, 'subscriptions/listen'))
    await receiver.nextRequest()
    bridge.send(ping(2))
    expect(await bridge.next()).toMatchObject({ id: 2 })
    bridge.send({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } })
    await receiver.whenIdle()
    expect(await bridge.end()).toEqual({ status: 0, stderr: '', rest: [] })
    expect(receiver.requests).toHaveLength(2)
  })

  it('posts sixteen messages at once, and the rest in order, without those that were cancelled meanwhile', async () => {
    const waiting: (() => void)[] = []
    let free = false
    const [bridge, receiver] = await bridgeTo((socket, { body }) => {
      const respond = () => socket.write(reply(200, resultOf(body)))
      if (free || idOf(body) === 'last') respond()
      else waiting.push(respond)
    })
    for (let id = 1; id <= 40; id += 1) bridge.send(ping(id))
    bridge.send({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 20 } })
    // What listens stands in no line of calls: its answer comes when all before it was read.
    bridge.send(modern('last', 'subscriptions/listen'))
    expect(await bridge.next()).toMatchObject({ id: 'last' })
    await expect.poll(() => receiver.requests.length).toBe(17)
    free = true
    waiting.shift()?.()
    for (let count = 1; count <= 24; count += 1) await bridge.next()
    const ids = receiver.requests.map(({ body }) => idOf(body)).filter((id) => id !== 'last')
    const from17 = Array.from({ length: 24 }, (_, at) => 17 + at).filter((id) => id !== 20)
    expect(ids.slice(16)).toEqual(from17)
    for (const respond of waiting) respond()
    expect(await bridge.end()).toMatchObject({ status: 0, stderr: '' })
  })

  it('answers what was called when its input ends, and ends what listens', async () => {
    let finish = (): void => undefined
    const [bridge, receiver] = await bridgeTo((socket, { body }) => {
      if (idOf(body) === 2) finish = () => socket.write(reply(200, resultOf(body)))
    })
    bridge.send(modern(1, 'subscriptions/listen'))
    const listening = await receiver.nextRequest()
    const left = new Promise((resolve) => listening.once('close', resolve))
    // The last line has no end.
    bridge.sendText(JSON.stringify(ping(2)))
    const end = bridge.end()
    await receiver.nextRequest()
    await left
    finish()
    expect(await end).toEqual({ status: 0, stderr: '', rest: ['{"jsonrpc":"2.0","id":2,"result":{}}'] })
  })

  it('says of each call that is given up after the end of its input what is known of it, and fails', async () => {
    const [bridge] = await bridgeTo((socket, { body }) => {
      // The first is answered and its stream goes on, the second has no answer in its stream, the others hang.
      if (idOf(body) === 1) socket.write(`${streamHead}data: ${resultOf(body)}\n\n`)
      if (idOf(body) === 2) socket.write(`${streamHead}: soon\n\n`)
    })
    bridge.send(modern('listening', 'subscriptions/listen'))
    for (let id = 1; id <= 18; id += 1) bridge.send(ping(id))
    expect(await bridge.next()).toEqual({ jsonrpc: '2.0', id: 1, result: {} })
    const { status, stderr, rest } = await bridge.end()
    expect(status).toBe(1)
    expect(stderr).toBe(
      'challenge-service mcp: not all calls were answered soon enough after the input had ended\n',
    )
    const said = (id: number, message: string) =>
      JSON.stringify({ jsonrpc: '2.0', id, error: { code: -32_000, message } })
    const broken = 'the answer broke off: whether it was done is not known'
    const unsent = 'the input ended before this could be sent: it was not done'
    const sent = Array.from({ length: 15 }, (_, at) => said(at + 2, broken))
    expect(rest.toSorted()).toEqual([...sent, said(17, unsent), said(18, unsent)].toSorted())
  })
})
