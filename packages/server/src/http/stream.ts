// An answer that goes on: text/event-stream, one message for each entry, `id:` being what resumes it.
import type { ServerResponse } from 'node:http'
import { once } from 'node:events'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { StreamItem } from '../features/route.ts'
import { Refusal } from '../kernel/refusal.ts'
import { headOf } from './head.ts'
import type { Log } from './log.ts'

export const wantsStream = ({ headers }: FastifyRequest): boolean =>
  headers.accept
    ?.split(',')
    .some((type) => type.split(';', 1)[0]?.trim().toLowerCase() === 'text/event-stream') ?? false

export const lastEventId = ({ headers }: FastifyRequest): string | undefined => {
  const id = headers['last-event-id']
  return typeof id === 'string' && id !== '' ? id : undefined
}

/** Sends the items as they come, until there are no more or the client has gone. */
export const sendStream = async (
  reply: FastifyReply,
  items: AsyncIterable<readonly StreamItem[]>,
  heartbeatMs: number,
  log: Log,
): Promise<void> => {
  const { raw } = reply
  reply.hijack()
  raw.writeHead(200, {
    ...headOf(reply.request),
    'content-type': 'text/event-stream; charset=utf-8',
    'x-accel-buffering': 'no',
  })
  raw.write(': open\n\n')
  const heartbeat = setInterval(() => raw.write(': still here\n\n'), heartbeatMs)
  try {
    for await (const batch of items) await writeAll(raw, batch)
  } catch (error) {
    // The status is out already: a caller that is no longer allowed sees the stream end, and why when it returns.
    if (!(error instanceof Refusal))
      log.error({ request_id: reply.request.id, err: error }, 'a stream failed')
  } finally {
    clearInterval(heartbeat)
    raw.end()
  }
}

const writeAll = async (raw: ServerResponse, batch: readonly StreamItem[]): Promise<void> => {
  const text = batch.map(({ id, body }) => `id: ${id}\ndata: ${body}\n\n`).join('')
  // A client that does not read is waited for, not written to without end.
  if (!raw.write(text) && !raw.destroyed) await Promise.race([once(raw, 'drain'), once(raw, 'close')])
}
