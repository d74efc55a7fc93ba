// One attempt against every kind of receiver: what it is called in the log, and that nothing of it is left behind.
import { describe, expect, it } from 'vitest'
import type { AttemptOutcome } from '@challenge-service/contract'
import { answer, receivers, startReceiver, type Receiver } from '../support/receivers.ts'
import { attemptTo, guardSending, newClient, opened, SHORT_MS } from './sending.ts'

guardSending()

describe('what came of an attempt', () => {
  const rows: readonly [
    what: string,
    start: () => Promise<Receiver>,
    outcome: AttemptOutcome,
    status: number | null,
    excerpt: string | null,
  ][] = [
    ['answers 200', () => receivers.healthy(), 'delivered', 200, 'ok'],
    ['answers 410', () => receivers.gone(), 'gone', 410, 'no longer here'],
    ['answers 500', () => receivers.failing(500), 'refused_status', 500, 'out of order'],
    ['answers 404', () => receivers.failing(404), 'refused_status', 404, 'out of order'],
    ['answers 429', () => receivers.busy('7'), 'refused_status', 429, 'slow down'],
    ['redirects', () => receivers.redirecting('http://127.0.0.1:1/'), 'redirected', 307, 'over there'],
    ['refuses the connection', () => receivers.refusing(), 'unreachable', null, null],
    ['never answers', () => receivers.hanging(), 'timed_out', null, null],
    ['drips the head of its answer', () => receivers.drippingHead(20), 'timed_out', null, null],
    ['resets the connection', () => receivers.resetting(), 'connection_lost', null, null],
    ['closes without an answer', () => receivers.closing(), 'connection_lost', null, null],
    ['does not speak HTTP', () => receivers.talkingNonsense(), 'answer_broken', null, null],
    ['shows a certificate signed by itself', () => receivers.selfSigned(), 'tls_failed', null, null],
    ['speaks no TLS where it should', () => receivers.withoutTls(), 'tls_failed', null, null],
    ['breaks off in the body of a 200', () => receivers.cuttingOff(200), 'delivered', 200, 'half an ans'],
    [
      'breaks off in the body of a 500',
      () => receivers.cuttingOff(500),
      'refused_status',
      500,
      'half an ans',
    ],
  ]

  it.each(rows)('a receiver that %s', async (_what, start, outcome, status, excerpt) => {
    const receiver = await opened(start())
    const client = newClient(outcome === 'timed_out' ? { timeoutMs: SHORT_MS } : {})

    const result = await client.send(attemptTo(receiver.url))

    expect(result).toMatchObject({ outcome, status, excerpt })
    expect(result.ms).toBeLessThan(5_000)
    // A status speaks for itself; without one the owner gets a sentence, in which no address is named.
    expect(result.error ?? 'None.').toMatch(/^[A-Z][^0-9]+\.$/)
    expect(result.error === null).toBe(status !== null)

    // Its place is free again, and nothing stays open but a connection that can be used again.
    const again = await client.send(attemptTo(receiver.url))
    expect(again.outcome).toBe(outcome)
    await client.close()
    await receiver.whenIdle()
    expect(receiver.open).toBe(0)
  })

  it('a 2xx counts when its status came in time, however long the body drips', async () => {
    const receiver = await opened(receivers.drippingBody(200, 20))
    const client = newClient({ timeoutMs: SHORT_MS })

    const result = await client.send(attemptTo(receiver.url))

    expect(result).toMatchObject({ outcome: 'delivered', status: 200, error: null })
    expect(result.excerpt).toMatch(/^drip/)
    expect(result.ms).toBeGreaterThanOrEqual(SHORT_MS - 50)
    await receiver.whenIdle()
  })

  it('a failure that drips is a failure by its status, at the end of the time', async () => {
    const receiver = await opened(receivers.drippingBody(503, 20))

    expect(await newClient({ timeoutMs: SHORT_MS }).send(attemptTo(receiver.url))).toMatchObject({
      outcome: 'refused_status',
      status: 503,
    })
    await receiver.whenIdle()
  })

  it('an answer of 100 MB is read for 16 KiB, and then the connection ends', async () => {
    const receiver = await opened(receivers.flooding())
    const client = newClient({ limit: 8 })
    const before = process.memoryUsage()

    const results = await Promise.all(Array.from({ length: 8 }, () => client.send(attemptTo(receiver.url))))

    await receiver.whenIdle()
    const after = process.memoryUsage()
    for (const result of results) {
      expect(result).toMatchObject({ outcome: 'delivered', status: 200, excerpt: 'x'.repeat(1024) })
      expect(result.ms).toBeLessThan(10_000)
    }
    expect(after.rss - before.rss).toBeLessThan(64 * 1024 * 1024)
  })

  it('headers without an end are an answer that is not HTTP', async () => {
    const endless = `HTTP/1.1 200 X\r\n${'x-y: 0123456789\r\n'.repeat(4000)}`
    const receiver = await opened(startReceiver((socket) => socket.write(endless)))

    expect(await newClient().send(attemptTo(receiver.url))).toMatchObject({ outcome: 'answer_broken' })
    await receiver.whenIdle()
  })

  it.each([
    ['100 Continue', 'HTTP/1.1 100 Continue\r\n\r\n', 'answer_broken', null],
    [
      '101 Switching Protocols',
      'HTTP/1.1 101 X\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n',
      'answer_broken',
      null,
    ],
    ['103 Early Hints, then 204', 'HTTP/1.1 103 X\r\n\r\nHTTP/1.1 204 X\r\n\r\n', 'delivered', 204],
    [
      'a broken chunk after 200',
      'HTTP/1.1 200 X\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n',
      'delivered',
      200,
    ],
    [
      'two lengths',
      'HTTP/1.1 200 X\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nab',
      'answer_broken',
      null,
    ],
    ['an answer and a half', `${answer(200)}HTTP/1.1 500 X\r\n`, 'delivered', 200],
    ['a status of two digits', 'HTTP/1.1 20 X\r\n\r\n', 'answer_broken', null],
    ['304', answer(304), 'redirected', 304],
  ] as const)('%s', async (_what, bytes, outcome, status) => {
    const receiver = await opened(startReceiver((socket) => socket.write(bytes)))
    const client = newClient()

    expect(await client.send(attemptTo(receiver.url))).toMatchObject({ outcome, status })
    await client.close()
    await receiver.whenIdle()
  })
})

describe('what is sent', () => {
  it('the bytes and headers as given, and nothing of ours but what HTTP needs', async () => {
    const receiver = await opened(receivers.healthy())
    const body = '{"text":"Ünï ✓"}'

    await newClient().send(attemptTo(`${receiver.url}?a=1&b=%20`, body))

    expect(receiver.requests).toEqual([
      {
        method: 'POST',
        path: '/hook?a=1&b=%20',
        body,
        headers: {
          host: `127.0.0.1:${receiver.port}`,
          connection: 'keep-alive',
          'content-length': String(Buffer.byteLength(body)),
          'content-type': 'application/json',
          'user-agent': 'challenge-service',
          'x-svc-attempt': '1',
        },
      },
    ])
  })

  it('a redirect is not followed, a cookie not kept', async () => {
    const other = await opened(receivers.healthy())
    const receiver = await opened(
      startReceiver((socket) =>
        socket.write(answer(302, '', { location: other.url, 'set-cookie': 'a=b; Path=/' })),
      ),
    )
    const client = newClient()

    expect(await client.send(attemptTo(receiver.url))).toMatchObject({ outcome: 'redirected', status: 302 })
    await client.send(attemptTo(receiver.url))

    expect(other.accepted).toBe(0)
    expect(receiver.requests.map(({ headers }) => headers['cookie'])).toEqual([undefined, undefined])
  })

  it('proxies of the environment are not asked', async () => {
    const proxy = await opened(receivers.healthy())
    const receiver = await opened(receivers.healthy())
    const names = ['HTTP_PROXY', 'HTTPS_PROXY', 'http_proxy', 'https_proxy'] as const
    for (const name of names) process.env[name] = `http://127.0.0.1:${proxy.port}`
    try {
      await newClient().send(attemptTo(receiver.url))
    } finally {
      for (const name of names) delete process.env[name]
    }

    expect(receiver.requests).toHaveLength(1)
    expect(proxy.accepted).toBe(0)
  })
})

describe('what is kept of an answer', () => {
  const excerptOf = async (body: string | Buffer, headers: Readonly<Record<string, string>> = {}) => {
    const receiver = await opened(
      startReceiver((socket) => {
        const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
        socket.write(`HTTP/1.1 500 X\r\n${lines.join('')}content-length: ${Buffer.byteLength(body)}\r\n\r\n`)
        socket.write(body)
      }),
    )
    const { excerpt } = await newClient().send(attemptTo(receiver.url))
    return excerpt
  }

  it('valid text without control characters', async () => {
    expect(await excerptOf('a\0b\u001b[31mc\r\nd\u202ee\u2028f')).toBe('a b [31mc d e f')
    expect(await excerptOf(Buffer.from([0x61, 0xff, 0x62]))).toBe('a\uFFFDb')
    expect(await excerptOf(' \r\n ')).toBeNull()
    expect(await excerptOf('')).toBeNull()
  })

  it('at most 1 KiB, cut between characters', async () => {
    const excerpt = await excerptOf('✓'.repeat(2000))
    expect(Buffer.byteLength(excerpt ?? '')).toBeLessThanOrEqual(1024)
    expect(excerpt).toMatch(/^✓{340,341}\uFFFD?$/u)

    const garbage = await excerptOf(Buffer.alloc(1024, 0xff))
    expect(Buffer.byteLength(garbage ?? '')).toBeLessThanOrEqual(1024)
    expect(garbage).toMatch(/^\uFFFD+$/)
  })

  it('nothing of a compressed one', async () => {
    expect(await excerptOf(Buffer.from('1f8b0800', 'hex'), { 'content-encoding': 'gzip' })).toBeNull()
  })

  it.each([
    ['7', 7_000],
    ['0', 0],
    ['999999999', 86_400_000],
    ['soon', null],
    ['-1', null],
    ['1.5', null],
    ['Sun, 15 Nov 2026 10:01:30 GMT', 90_000],
    ['Sun, 15 Nov 2026 09:00:00 GMT', 0],
    ['2026-11-15T10:01:30Z', null],
  ])('Retry-After: %s', async (value, expected) => {
    const receiver = await opened(
      startReceiver((socket) =>
        socket.write(answer(503, '', { 'retry-after': value, date: 'Sun, 15 Nov 2026 10:00:00 GMT' })),
      ),
    )
    expect((await newClient().send(attemptTo(receiver.url))).retryAfterMs).toBe(expected)
  })
})
