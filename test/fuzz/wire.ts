// Sends a call byte for byte and reads what comes back. No HTTP library would send most of these calls; one
// connection is kept as long as the service keeps it, so that an answer which is out of step is noticed.
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import type { FuzzCall, Header } from './call.ts'

export interface Answer {
  readonly status: number
  readonly headers: ReadonlyMap<string, string>
  readonly text: string
}

/** The connection ended, or went silent, without a whole answer. */
class NoAnswer extends Error {
  override readonly name = 'NoAnswer'
}

const PATIENCE_MS = 20_000

export class Wire {
  readonly #port: number
  #socket: Socket | undefined
  #received = ''

  constructor(url: string) {
    this.#port = Number(new URL(url).port)
  }

  /** `authorization` stands before the call's own headers. */
  async send(call: FuzzCall, authorization: string | undefined): Promise<Answer> {
    const socket = await this.#open()
    this.#received = ''
    socket.write(requestBytes(call, authorization), 'latin1')
    const answer = await this.#read(socket, call.method === 'HEAD')
    if (this.#received !== '') throw new NoAnswer(`bytes after the answer: ${this.#received.slice(0, 200)}`)
    // What the service could not read to its end leaves nothing to go on with.
    const ends = answer.headers.get('connection')?.toLowerCase() === 'close' || call.verdict === 'open'
    if (ends) this.close()
    return answer
  }

  close(): void {
    this.#socket?.destroy()
    this.#socket = undefined
  }

  async #open(): Promise<Socket> {
    if (this.#socket?.writable === true && !this.#socket.readableEnded) return this.#socket
    this.close()
    const socket = connect({ port: this.#port, host: '127.0.0.1', noDelay: true })
    socket.setEncoding('latin1')
    socket.on('error', () => undefined)
    await once(socket, 'connect')
    this.#socket = socket
    return socket
  }

  async #read(socket: Socket, isHead: boolean): Promise<Answer> {
    const signal = AbortSignal.timeout(PATIENCE_MS)
    for (;;) {
      const answer = this.#takeAnswer(isHead)
      if (answer && answer.status >= 200) return answer
      if (answer) continue
      const more = await nextChunk(socket, signal)
      if (more === undefined) {
        this.close()
        const after = this.#received === '' ? '' : `, after ${JSON.stringify(this.#received.slice(0, 200))}`
        throw new NoAnswer(
          `${signal.aborted ? 'no answer came in time' : 'the connection was closed'}${after}`,
        )
      }
      this.#received += more
    }
  }

  #takeAnswer(isHead: boolean): Answer | undefined {
    const end = this.#received.indexOf('\r\n\r\n')
    if (end < 0) return undefined
    const [line = '', ...lines] = this.#received.slice(0, end).split('\r\n')
    const status = Number(/^HTTP\/1\.[01] (\d{3}) /.exec(line)?.[1])
    if (!(status > 0)) throw new NoAnswer(`this is no answer: ${line}`)
    const headers = new Map(lines.map(readHeader))
    const length = isHead || status < 200 ? 0 : Number(headers.get('content-length'))
    if (!Number.isInteger(length)) throw new NoAnswer('an answer without its length')
    const whole = end + 4 + length
    if (this.#received.length < whole) return undefined
    const text = Buffer.from(this.#received.slice(end + 4, whole), 'latin1').toString('utf8')
    this.#received = this.#received.slice(whole)
    return { status, headers, text }
  }
}

const readHeader = (line: string): Header => {
  const at = line.indexOf(':')
  return [line.slice(0, at).toLowerCase(), line.slice(at + 1).trim()]
}

const nextChunk = (socket: Socket, signal: AbortSignal): Promise<string | undefined> =>
  new Promise((resolve) => {
    const done = (chunk?: string): void => {
      socket.off('data', onData).off('close', onEnd)
      signal.removeEventListener('abort', onEnd)
      resolve(chunk)
    }
    const onData = (chunk: unknown): void => done(String(chunk))
    const onEnd = (): void => done()
    if (socket.closed || signal.aborted) return onEnd()
    socket.on('data', onData).on('close', onEnd)
    signal.addEventListener('abort', onEnd)
  })

const requestBytes = (call: FuzzCall, authorization: string | undefined): string => {
  const { method, target, version, headers, body } = call
  const coding = headers.some(([name]) => name === 'Transfer-Encoding')
  const chunked = call.chunked || coding
  const lines = [
    `${method} ${target} ${version}`.trimEnd(),
    'Host: fuzz.example',
    ...(authorization === undefined ? [] : [`Authorization: ${authorization}`]),
    ...headers.map(([name, value]) => `${name}: ${value}`),
    ...(call.chunked && !coding ? ['Transfer-Encoding: chunked'] : []),
    ...(body === undefined || chunked ? [] : [`Content-Length: ${body.length}`]),
  ]
  const payload = chunked ? inChunks(body ?? '') : (body ?? '')
  return `${lines.join('\r\n')}\r\n\r\n${payload}`
}

const inChunks = (body: string): string => {
  const at = Math.ceil(body.length / 2)
  const parts = [body.slice(0, at), body.slice(at)].filter((part) => part !== '')
  return `${parts.map((part) => `${part.length.toString(16)};x=y\r\n${part}\r\n`).join('')}0\r\nX-Trailer: z\r\n\r\n`
}
