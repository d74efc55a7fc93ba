// The waits of one call: opened when its slice asks for one, closed when the call is over.
import type { Endpoint } from '@challenge-service/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Caller } from '../features/access/actor.ts'
import type { Live } from '../features/route.ts'
import { resolveActor } from './acting-person.ts'
import { readmit } from './admit.ts'
import type { Floor } from './floor.ts'
import type { OpenLive } from './live.ts'

export interface Waits {
  readonly live: (waitMs: number) => Live
  close(): void
}

export const waitsOf = (
  floor: Floor,
  endpoint: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
  caller: Caller,
  userEmail: string | undefined,
): Waits => {
  const opened: OpenLive[] = []
  // Read now: Node forgets the headers of a request that is over.
  const { authorization } = request.headers
  const recheck = async (): Promise<unknown> =>
    resolveActor(floor.store, await readmit(floor, endpoint, authorization), userEmail)
  return {
    live: (waitMs) => {
      const gone = new AbortController()
      reply.raw.once('close', () => gone.abort())
      const live = floor.live.open({ tokenId: caller.tokenId, recheck, gone: gone.signal, waitMs })
      opened.push(live)
      return live
    },
    close: () => {
      for (const live of opened) live.close()
    },
  }
}
