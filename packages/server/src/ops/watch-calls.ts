// What is done for every call before anything else and after everything else: it is shed where there is too much to do,
// counted while it is in progress, and timed. It comes before the look-up of the token, and costs a microsecond.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { onCallEnd } from './call-end.ts'
import { NO_STATUS, type CallFigures, type RouteFigures } from './figures/call-figures.ts'
import { overloaded, type Overload } from './overload.ts'

declare module 'fastify' {
  interface FastifyInstance {
    overload: Overload
  }
  interface FastifyRequest {
    /** Where it is counted, once its route is known. */
    figures: RouteFigures | null
    progress: 'new' | 'counted' | 'over'
    /** It is held open, waiting for something to happen: how long it takes then says nothing. */
    isHeld: boolean
  }
}

/** The questions of the operator's machinery. They are answered however much there is to do. */
const neverShed = new Set(['/healthz', '/readyz'])

/** To be called when the response is handed over, so that a client that reads none makes no work. */
export const leaveWork = (request: FastifyRequest): void => {
  if (request.progress === 'counted') request.server.overload.end()
  request.progress = 'over'
}

/** To be called before any route is mounted. */
export const watchCalls = (
  app: FastifyInstance,
  overload: Overload,
  figures: CallFigures | undefined,
): void => {
  app.decorate('overload', overload)
  app.decorateRequest('figures', null)
  app.decorateRequest('progress', 'new')
  app.decorateRequest('isHeld', false)

  const begin = (request: FastifyRequest): void => {
    if (request.progress !== 'new') return
    request.progress = 'counted'
    overload.begin()
  }

  app.addHook('onRequest', (request, reply, done) => {
    const startedAt = performance.now()
    const { method } = request
    const isRead = method === 'GET' || method === 'HEAD'
    onCallEnd(reply, () => {
      leaveWork(request)
      if (!figures) return
      const cell = request.figures ?? figures.of(method, request.is404 ? undefined : request.routeOptions.url)
      cell.count(reply.raw.headersSent ? reply.raw.statusCode : NO_STATUS)
      if (!request.isHeld) cell.time((performance.now() - startedAt) / 1000)
    })
    const pressure = overload.measure(startedAt, !isRead)
    if (pressure !== undefined && !request.is404 && !neverShed.has(request.url.split('?', 1)[0] ?? '')) {
      overload.noteShed(pressure, startedAt)
      return done(overloaded)
    }
    // The body of a call may take long to come; until it is there, nobody works on it.
    if (isRead) begin(request)
    return done()
  })
  app.addHook('preHandler', (request, _, done) => {
    // One that may write: those that came together were all let in, while none of them waited for storage yet.
    const pressure = request.progress === 'new' ? overload.measureWork(true) : undefined
    if (pressure !== undefined) {
      overload.noteShed(pressure, performance.now())
      return done(overloaded)
    }
    begin(request)
    return done()
  })
  if (!figures) return
  app.addHook('onRoute', (route) => {
    const cells = new Map([route.method].flat().map((method) => [method, figures.of(method, route.url)]))
    const [only] = cells.size === 1 ? cells.values() : []
    route.onRequest = [
      (request: FastifyRequest, _: FastifyReply, done: () => void) => {
        request.figures = only ?? cells.get(request.method) ?? null
        done()
      },
      ...[route.onRequest ?? []].flat(),
    ]
  })
}
