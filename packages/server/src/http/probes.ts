// Two questions of the operator's machinery: is the process alive, and can it serve? Outside the envelope of
// /v1, without a token.
import type { FastifyInstance } from 'fastify'
import type { Floor } from './floor.ts'
import { Readiness } from './readiness.ts'

const LIVENESS = '/healthz'
const READINESS = '/readyz'

/** Whether a path is one of them: those who ask are machines, and ask for ever. */
export const isProbe = (url: string): boolean => url === LIVENESS || url === READINESS

export const mountProbes = (app: FastifyInstance, floor: Floor, isStopping: () => boolean): void => {
  const readiness = new Readiness(floor)

  app.get(LIVENESS, (_, reply) => reply.send({ status: 'alive' }))

  app.get(READINESS, async (_, reply) => {
    const status = isStopping() ? 'stopping' : await readiness.status()
    return reply.code(status === 'ready' ? 200 : 503).send({ status })
  })
}
