// One call as these very bytes, on a connection of its own.
import { connect } from 'node:net'
import { once } from 'node:events'
import type { ReplyBody } from '../support/call.ts'

export interface RawReply {
  readonly status: number
  readonly body: ReplyBody
}

/** The answer, until the server closes: ask it to. */
export const rawCall = async (url: string, bytes: Buffer | string): Promise<RawReply> => {
  const { port, hostname } = new URL(url)
  const socket = connect(Number(port), hostname)
  const chunks: Buffer[] = []
  socket.on('data', (chunk: Buffer) => chunks.push(chunk))
  socket.write(bytes)
  await once(socket, 'close')
  const answer = Buffer.concat(chunks).toString()
  const text = answer.slice(answer.indexOf('\r\n\r\n') + 4)
  return {
    status: Number(answer.slice('HTTP/1.1 '.length, 'HTTP/1.1 200'.length)),
    body: text.startsWith('{') ? (JSON.parse(text) as ReplyBody) : {},
  }
}

/** A request without a body; each header is given as it is to be sent. */
export const requestOf = (method: string, path: string, headers: readonly string[]): Buffer =>
  Buffer.from(
    [`${method} ${path} HTTP/1.1`, ...headers, 'Connection: close', 'Content-Length: 0', '', ''].join('\r\n'),
    'latin1',
  )
