// An answer that goes on: text/event-stream, one message for each entry, `id:` being what resumes it.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { StreamItem } from '../../features/route.ts'
import { Refusal } from '../../kernel/refusal.ts'
import type { ServiceContext } from '../../operations/context.ts'
import { writeHead } from './head.ts'
import type { LiveCalls } from '../../operations/live.ts'
import { Outlet } from './stream-writer.ts'

export const wantsStream = ({ headers }: FastifyRequest): boolean =>
  headers.accept
    ?.split(',')
    .some((type) => type.split(';', 1)[0]?.trim().toLowerCase() === 'text/event-stream') ?? false

export const lastEventId = ({ headers }: FastifyRequest): string | undefined => {
  const id = headers['last-event-id']
  return typeof id === 'string' && id !== '' ? id : undefined
}

/** What a stream needs of the context. */
type StreamParts = Pick<ServiceContext, 'clock' | 'outage'> & { readonly live: Pick<LiveCalls, 'timing'> }

/** Sends the items as they come, until there are no more, the client has gone, or it is no longer allowed. */
export const sendStream = (
  reply: FastifyReply,
  items: AsyncIterable<readonly StreamItem[]>,
  over: AbortSignal,
  parts: StreamParts,
  head: Readonly<Record<string, string>> = {},
): Promise<void> => sendMessages(reply, toMessages(items), over, parts, head)

/** The same for messages that are written already, each as it goes over the wire. */
export const sendMessages = async (
  reply: FastifyReply,
  messages: AsyncIterable<readonly string[]>,
  over: AbortSignal,
  { live, clock, outage }: StreamParts,
  head: Readonly<Record<string, string>> = {},
): Promise<void> => {
  const { raw } = reply
  reply.hijack()
  raw.writeHead(200, {
    ...writeHead(reply.request),
    ...head,
    'content-type': 'text/event-stream; charset=utf-8',
    'x-accel-buffering': 'no',
    // Its end is the end of the connection, so that a service that stops waits for none of them.
    connection: 'close',
  })
  const outlet = new Outlet(raw, over, live.timing, clock)
  try {
    await outlet.send([': open\n\n'])
    for await (const batch of messages) await outlet.send(batch)
  } catch (error) {
    // The status is out already: a caller that is no longer allowed sees the stream end, and why when it returns.
    if (!(error instanceof Refusal)) outage.tell(error, { request_id: reply.request.id }, 'a stream failed')
  } finally {
    await outlet.close()
  }
}

async function* toMessages(items: AsyncIterable<readonly StreamItem[]>): AsyncGenerator<readonly string[]> {
  for await (const batch of items) yield batch.map(({ id, body }) => `id: ${id}\ndata: ${body}\n\n`)
}
