// Two questions of the operator's machinery: is the process alive, and can it serve? Outside the envelope of
// /v1, without a token.
import type { FastifyInstance } from 'fastify'
import { isMigrated } from '../store/migrate.ts'
import type { Floor } from './floor.ts'

export const mountProbes = (app: FastifyInstance, { store, log }: Floor, isStopping: () => boolean): void => {
  app.get('/healthz', (_, reply) => reply.send({ status: 'alive' }))

  app.get('/readyz', async (_, reply) => {
    const status = await readiness()
    return reply.code(status === 'ready' ? 200 : 503).send({ status })
  })

  const readiness = async (): Promise<'ready' | 'stopping' | 'not migrated' | 'storage unreachable'> => {
    if (isStopping()) return 'stopping'
    try {
      return (await isMigrated(store)) ? 'ready' : 'not migrated'
    } catch (error) {
      log.warn({ err: error }, 'storage does not answer')
      return 'storage unreachable'
    }
  }
}
