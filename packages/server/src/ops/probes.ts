// Two questions of the operator's machinery: is the process alive, and can it serve? Outside the envelope of
// /v1, without a token.
import type { FastifyInstance } from 'fastify'
import type { ReadinessStatus } from './readiness.ts'

const LIVENESS = '/healthz'
const READINESS = '/readyz'

/** Whether a path is one of them: those who ask are machines, and ask for ever. */
export const isProbe = (url: string | undefined): boolean => url === LIVENESS || url === READINESS

export const mountProbes = (
  app: FastifyInstance,
  readiness: { status(): Promise<ReadinessStatus> },
  isStopping: () => boolean,
): void => {
  app.get(LIVENESS, (_, reply) => reply.send({ status: 'alive' }))

  app.get(READINESS, async (_, reply) => {
    const status = isStopping() ? 'stopping' : await readiness.status()
    return reply.code(status === 'ready' ? 200 : 503).send({ status })
  })
}
