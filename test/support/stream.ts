// A reader of text/event-stream over a real socket.
import { request } from 'undici'

export interface StreamMessage {
  readonly id: string
  readonly data: { readonly type: string; readonly challenge_id: string | null }
}

export interface TestStream {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  /** The next message; undefined when the stream has ended. */
  next(): Promise<StreamMessage | undefined>
  close(): void
}

export const openStream = async (
  url: string,
  token: string,
  query = '',
  headers: Readonly<Record<string, string>> = {},
): Promise<TestStream> => {
  const controller = new AbortController()
  const response = await request(`${url}/v1/events${query}`, {
    headers: { authorization: `Bearer ${token}`, accept: 'text/event-stream', ...headers },
    signal: controller.signal,
  })
  const messages = parse(response.body)
  return {
    status: response.statusCode,
    headers: response.headers,
    next: async () => (await messages.next()).value as StreamMessage | undefined,
    close: () => {
      response.body.on('error', () => undefined)
      controller.abort()
    },
  }
}

async function* parse(body: AsyncIterable<Buffer>): AsyncGenerator<StreamMessage> {
  let text = ''
  for await (const chunk of body) {
    text += chunk.toString()
    const blocks = text.split('\n\n')
    text = blocks.pop() ?? ''
    for (const block of blocks) {
      const id = /^id: (.*)$/m.exec(block)?.[1]
      const data = /^data: (.*)$/m.exec(block)?.[1]
      if (id !== undefined && data !== undefined)
        yield { id, data: JSON.parse(data) as StreamMessage['data'] }
    }
  }
}
