// Receivers of deliveries on loopback, good and bad, as real servers. Each counts its connections, so that a test
// can say that none is left, or that none ever came.
import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import { selfSigned, type Certificate } from './certificates.ts'

export interface Received {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

export interface Receiver {
  readonly url: string
  readonly port: number
  /** Connections ever made, and those open now. */
  readonly accepted: number
  readonly open: number
  readonly requests: readonly Received[]
  /** The connection of the next request that comes. */
  nextRequest(): Promise<Socket>
  /** Resolves once no connection is open. */
  whenIdle(): Promise<void>
  close(): Promise<void>
}

/** What a receiver does with a request; `count` is its number on this connection, beginning with 1. */
export type Behaviour = (socket: Socket, request: Received, count: number) => void

export interface ReceiverOptions {
  readonly host?: string
  readonly port?: number
  /** Speaks TLS with it. */
  readonly certificate?: Certificate
  /** Does this to a connection instead of waiting for a request. */
  readonly onConnection?: (socket: Socket) => void
}

export const startReceiver = async (
  behave: Behaviour,
  { host = '127.0.0.1', port: wanted = 0, certificate, onConnection }: ReceiverOptions = {},
): Promise<Receiver> => {
  const sockets = new Set<Socket>()
  const requests: Received[] = []
  const idle: (() => void)[] = []
  const expecting: ((socket: Socket) => void)[] = []
  let accepted = 0

  const serve = (socket: Socket): void => {
    socket.on('error', () => undefined)
    if (onConnection !== undefined) {
      onConnection(socket)
      return
    }
    let count = 0
    readRequests(socket, (request) => {
      requests.push(request)
      count += 1
      behave(socket, request, count)
      for (const take of expecting.splice(0)) take(socket)
    })
  }
  const server: Server =
    certificate === undefined ? createServer(serve) : createTlsServer({ ...certificate }, serve)
  server.on('tlsClientError', () => undefined)
  server.on('connection', (socket: Socket) => {
    accepted += 1
    sockets.add(socket)
    socket.on('close', () => {
      sockets.delete(socket)
      if (sockets.size === 0) for (const resolve of idle.splice(0)) resolve()
    })
  })
  server.listen(wanted, host)
  await once(server, 'listening')
  const address = server.address()
  const port = address !== null && typeof address === 'object' ? address.port : 0

  return {
    url: `${certificate === undefined ? 'http' : 'https'}://${host.includes(':') ? `[${host}]` : host}:${port}/hook`,
    port,
    get accepted() {
      return accepted
    },
    get open() {
      return sockets.size
    },
    requests,
    nextRequest: () => new Promise((take) => expecting.push(take)),
    whenIdle: async () => {
      if (sockets.size > 0) await new Promise<void>((resolve) => idle.push(resolve))
    },
    close: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Receivers that are closed together, at the end of a test. */
export const openReceivers = (): {
  readonly keep: (receiver: Promise<Receiver>) => Promise<Receiver>
  readonly close: () => Promise<void>
} => {
  const open: Receiver[] = []
  return {
    keep: async (receiver) => {
      open.push(await receiver)
      return receiver
    },
    close: async () => {
      await Promise.all(open.splice(0).map((receiver) => receiver.close()))
    },
  }
}

/** As much HTTP as our own sender speaks: a head, and a body with a length. */
const readRequests = (socket: Socket, take: (request: Received) => void): void => {
  let bytes = Buffer.alloc(0)
  socket.on('data', (chunk) => {
    bytes = Buffer.concat([bytes, chunk])
    for (;;) {
      const end = bytes.indexOf('\r\n\r\n')
      if (end === -1) return
      const [first = '', ...lines] = bytes.subarray(0, end).toString('latin1').split('\r\n')
      const headers = Object.fromEntries(
        lines.map((line) => {
          const colon = line.indexOf(':')
          return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()] as const
        }),
      )
      const until = end + 4 + Number(headers['content-length'] ?? 0)
      if (bytes.length < until) return
      const [method = '', path = ''] = first.split(' ')
      const body = bytes.subarray(end + 4, until).toString('utf8')
      bytes = bytes.subarray(until)
      take({ method, path, headers, body })
    }
  })
}

export const answer = (status: number, body = '', headers: Readonly<Record<string, string>> = {}): string => {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  return `HTTP/1.1 ${status} X\r\n${lines.join('')}content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
}

/** Sends one byte of `text` after the other until the connection ends. */
const drip = (socket: Socket, text: string, everyMs: number): void => {
  let at = 0
  const timer = setInterval(() => {
    socket.write(text[at % text.length] ?? '')
    at += 1
  }, everyMs)
  socket.on('close', () => clearInterval(timer))
}

/** Answers 100 MB as fast as they are taken, and never more than a little ahead. */
const flood = (socket: Socket): void => {
  const piece = Buffer.alloc(64 * 1024, 'x')
  let left = 100 * 1024 * 1024
  socket.write(`HTTP/1.1 200 X\r\ncontent-length: ${left}\r\n\r\n`)
  const pour = (): void => {
    while (left > 0 && !socket.destroyed) {
      left -= piece.length
      if (!socket.write(piece)) return
    }
  }
  socket.on('drain', pour)
  pour()
}

/** The receivers of this world, good and bad, by what they do. */
export const receivers = {
  healthy: (options?: ReceiverOptions) => startReceiver((socket) => socket.write(answer(200, 'ok')), options),
  hanging: () => startReceiver(() => undefined),
  resetting: () => startReceiver((socket) => socket.resetAndDestroy()),
  closing: () => startReceiver((socket) => socket.end()),
  drippingHead: (everyMs = 1000) =>
    startReceiver((socket) => drip(socket, `HTTP/1.1 200 X\r\n${'x-y: z\r\n'.repeat(500)}`, everyMs)),
  drippingBody: (status = 200, everyMs = 1000) =>
    startReceiver((socket) => {
      socket.write(`HTTP/1.1 ${status} X\r\ncontent-length: 1000000\r\n\r\n`)
      drip(socket, 'drip ', everyMs)
    }),
  flooding: () => startReceiver(flood),
  redirecting: (location: string) =>
    startReceiver((socket) => socket.write(answer(307, 'over there', { location }))),
  gone: () => startReceiver((socket) => socket.write(answer(410, 'no longer here'))),
  busy: (retryAfter: string) =>
    startReceiver((socket) => socket.write(answer(429, 'slow down', { 'retry-after': retryAfter }))),
  failing: (status = 500) => startReceiver((socket) => socket.write(answer(status, 'out of order'))),
  cuttingOff: (status = 200) =>
    startReceiver((socket) => socket.end(`HTTP/1.1 ${status} X\r\ncontent-length: 1000\r\n\r\nhalf an ans`)),
  talkingNonsense: () => startReceiver((socket) => socket.end('220 mail.example.com ESMTP ready\r\n')),
  /** Answers the first request of a connection, and closes at the second without a word. */
  closingWhenReused: () =>
    startReceiver((socket, _request, count) => {
      if (count === 1) socket.write(answer(200, 'ok'))
      else socket.resetAndDestroy()
    }),
  selfSigned: () =>
    startReceiver((socket) => socket.write(answer(200, 'ok')), { certificate: selfSigned('localhost') }),
  /** Plain text where TLS is expected. */
  withoutTls: async () => {
    const receiver = await startReceiver((socket) => socket.write(answer(200, 'ok')), {
      onConnection: (socket) => socket.on('data', () => socket.end(answer(400, 'this is not HTTP'))),
    })
    return Object.defineProperty(receiver, 'url', { value: receiver.url.replace('http:', 'https:') })
  },
  /** A port on which nobody listens; it is that of the near end of a connection, so that nobody else is given it. */
  refusing: async () => {
    const receiver = await startReceiver(() => undefined)
    await receiver.close()
    const server = createServer((socket) => void socket.on('error', () => undefined).resume())
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const held = connect((server.address() as AddressInfo).port, '127.0.0.1')
    await Promise.all([once(held, 'connect'), once(server, 'connection')])
    const port = held.localPort ?? 0
    const close = async (): Promise<void> => {
      held.destroy()
      server.close()
      await once(server, 'close')
    }
    return Object.defineProperties(receiver, {
      url: { value: receiver.url.replace(`:${receiver.port}`, `:${port}`) },
      port: { value: port },
      close: { value: close },
    })
  },
} as const
