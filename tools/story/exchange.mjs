// HTTP as a caller speaks it: one request over a real socket, and the answer as text that can be compared.
import { once } from 'node:events'
import { connect } from 'node:net'
import { request } from 'undici'

// The time of day, and what belongs to the connection rather than to the answer.
const UNRECORDED = new Set(['date', 'connection', 'keep-alive', 'transfer-encoding'])

const CLOSED_WITHIN_MS = 30_000

/** Sends a request; redirects are not followed. */
export const send = async (url, { method, headers, payload }) => {
  const answer = await request(url, { method, headers, ...(payload === undefined ? {} : { body: payload }) })
  const bytes = Buffer.from(await answer.body.arrayBuffer())
  return { status: answer.statusCode, headers: answer.headers, bytes, text: bytes.toString('utf8') }
}

/** The first messages of an event stream, which is then left. */
export const readStream = async (url, headers, count) => {
  const leaving = new AbortController()
  const answer = await request(url, { headers, signal: leaving.signal })
  const { messages, rest } = await takeMessages(answer.body, count)
  answer.body.on('error', () => undefined)
  leaving.abort()
  const text = messages.length === 0 ? rest : messages.join('')
  return { status: answer.statusCode, headers: answer.headers, bytes: Buffer.from(text), text }
}

/** Whole messages alone: how many more came in the same piece is left to the network. */
const takeMessages = async (body, count) => {
  const messages = []
  let rest = ''
  for await (const chunk of body) {
    const blocks = (rest + chunk.toString()).split(/(?<=\n\n)/)
    rest = blocks.at(-1)?.endsWith('\n\n') ? '' : (blocks.pop() ?? '')
    messages.push(...blocks.filter((block) => block.includes('data: ')))
    if (messages.length >= count) break
  }
  return { messages: messages.slice(0, count), rest }
}

/** Writes bytes to a socket and gives what comes back until the service closes it. */
export const sendBytes = async (url, bytes) => {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  const chunks = []
  socket.on('data', (chunk) => chunks.push(chunk)).on('error', () => undefined)
  socket.write(bytes)
  await once(socket, 'close', { signal: AbortSignal.timeout(CLOSED_WITHIN_MS) })
  return Buffer.concat(chunks).toString('utf8')
}

/** Status, headers by name and body. Of a length only whether it is right is told, since names have other lengths. */
export const describeAnswer = ({ status, headers, bytes, text }) => {
  const lines = Object.entries(headers)
    .filter(([name]) => !UNRECORDED.has(name))
    .map(([name, value]) => `${name}: ${name === 'content-length' ? describeLength(value, bytes) : value}`)
  return [String(status), ...lines.toSorted(), '', text].join('\n')
}

const describeLength = (length, bytes) => {
  // Of an answer to HEAD it is the length of a body that is not there to be compared.
  if (bytes.length === 0) return 'without a body'
  return Number(length) === bytes.length ? 'that of the body' : `${length} for ${bytes.length} bytes`
}
