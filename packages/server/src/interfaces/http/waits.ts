// The waits of one call: opened when its slice asks for one, over when the client goes, closed when the call is over.
import type { Endpoint } from '@challenge-service/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Caller } from '../../features/access/actor.ts'
import type { Live } from '../../features/route.ts'
import { resolveActor } from '../../operations/acting-person.ts'
import { readmit } from './admit.ts'
import { onCallEnd } from '../../ops/call-end.ts'
import type { ServiceContext } from '../../operations/context.ts'
import type { LiveCall } from '../../operations/long-poll.ts'

export interface Waits {
  readonly live: (waitMs: number) => Promise<Live>
  /** Aborts when one of them is over. */
  readonly over: AbortSignal
  close(): void
}

export const makeWaits = (
  context: ServiceContext,
  endpoint: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
  { credentialId }: Caller,
  userEmail: string | undefined,
): Waits => {
  const opened: LiveCall[] = []
  const over = new AbortController()
  // Read now: Node forgets the headers of a request that is over.
  const { authorization } = request.headers
  const recheck = async (): Promise<unknown> =>
    resolveActor(context.store, await readmit(context, endpoint, authorization), userEmail)
  return {
    live: async (waitMs) => {
      const call = await context.live.open(credentialId, recheck, waitMs)
      opened.push(call)
      request.isHeld = true
      call.over.addEventListener('abort', () => over.abort(), { once: true })
      // It may have gone while it was being asked who it is.
      onCallEnd(reply, () => call.end())
      return call
    },
    over: over.signal,
    close: () => {
      for (const call of opened) context.live.close(credentialId, call)
    },
  }
}
