// Someone who listens at /mcp over a real socket, without a client around it.
import { request } from 'undici'
import { messageOf } from './mcp.ts'

export interface Told {
  readonly method?: string
  readonly id?: unknown
  readonly params?: Readonly<Record<string, unknown>>
  readonly result?: unknown
  readonly error?: { readonly code: number; readonly message: string }
}

export interface McpListener {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  /** The resources that were taken on, which is told first. */
  acknowledged(): Promise<unknown>
  /** The next message; undefined when the stream has ended. */
  next(): Promise<Told | undefined>
  /** The resource that the next message says has changed. */
  nextUri(): Promise<unknown>
  close(): void
}

const LISTEN = 'subscriptions/listen'

export const openListener = async (
  url: string,
  token: string,
  uris: readonly string[],
  path = '/mcp',
  more: object = {},
): Promise<McpListener> => {
  const controller = new AbortController()
  const response = await request(`${url}${path}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': LISTEN,
    },
    body: JSON.stringify(
      messageOf(LISTEN, { notifications: { resourceSubscriptions: uris, ...more } }, 'listening'),
    ),
    signal: controller.signal,
  })
  const messages = parse(response.body)
  const next = async (): Promise<Told | undefined> => (await messages.next()).value as Told | undefined
  return {
    status: response.statusCode,
    headers: response.headers,
    acknowledged: async () => {
      const told = await next()
      const { resourceSubscriptions = [] } = (told?.params?.['notifications'] ?? {}) as {
        readonly resourceSubscriptions?: readonly string[]
      }
      return told?.method === 'notifications/subscriptions/acknowledged' ? resourceSubscriptions : told
    },
    next,
    nextUri: async () => {
      const told = await next()
      return told?.method === 'notifications/resources/updated' ? told.params?.['uri'] : told
    },
    close: () => {
      response.body.on('error', () => undefined)
      controller.abort()
    },
  }
}

/** What is no stream is one message. */
async function* parse(body: AsyncIterable<Buffer>): AsyncGenerator<Told> {
  let text = ''
  for await (const chunk of body) {
    text += chunk.toString()
    const blocks = text.split('\n\n')
    text = blocks.pop() ?? ''
    for (const block of blocks) {
      const data = /^data: (.*)$/m.exec(block)?.[1]
      if (data !== undefined) yield JSON.parse(data) as Told
    }
  }
  if (text !== '') yield JSON.parse(text) as Told
}
