// A reader of text/event-stream that takes as much as a test says, when it says so; the rest waits in the connection.
import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'

export interface SlowReader {
  /** Takes what has come, or waits for it; false when the stream has ended. */
  takeSome(): Promise<boolean>
  /** Takes all there is until the stream ends. */
  takeAll(): Promise<void>
  /** Everything that was taken. */
  readonly text: string
  close(): void
}

export const openSlowly = async (url: string, token: string, query: string): Promise<SlowReader> => {
  const request = get(`${url}/v1/events${query}`, {
    agent: false,
    headers: { authorization: `Bearer ${token}`, accept: 'text/event-stream' },
  })
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  if (response.statusCode !== 200) throw new Error(`a stream was answered with ${response.statusCode}`)
  request.on('error', () => undefined)
  const chunks = response.setEncoding('utf8')[Symbol.asyncIterator]() as AsyncIterator<string>
  let text = ''
  const takeSome = async (): Promise<boolean> => {
    // A stream that is cut off ends with an error, which is as good an end as any.
    const next = await chunks.next().catch(() => undefined)
    if (!next || next.done) return false
    text += next.value
    return true
  }
  return {
    takeSome,
    takeAll: async () => {
      while (await takeSome());
    },
    get text() {
      return text
    },
    close: () => request.destroy(),
  }
}
