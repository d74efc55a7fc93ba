// One span a call, named by its route. It holds nothing that a caller typed: no path, query, header, address or body.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Config } from '../config/config.ts'
import { findClientAddress } from '../kernel/networks.ts'
import type { Span, Tracer } from '../kernel/tracing.ts'
import { onCallEnd } from './call-end.ts'

declare module 'fastify' {
  interface FastifyRequest {
    span: Span | null
  }
}

export const traceCalls = (
  app: FastifyInstance,
  tracer: Tracer,
  { trustProxy }: Pick<Config['site'], 'trustProxy'>,
): void => {
  app.decorateRequest('span', null)

  /** From a proxy of ours alone: from anyone else it would let strangers write into our traces. */
  const findParent = ({ headers, socket }: FastifyRequest): string | undefined => {
    const { traceparent } = headers
    if (typeof traceparent !== 'string') return undefined
    const sender = findClientAddress(socket.remoteAddress ?? '', undefined, undefined)
    return trustProxy?.has(sender) ? traceparent : undefined
  }

  app.addHook('onRequest', (request, reply, done) => {
    const { method } = request
    const route = request.is404 ? undefined : request.routeOptions.url
    const span = tracer.begin(route === undefined ? method : `${method} ${route}`, {
      kind: 'server',
      parent: findParent(request) ?? null,
      attributes: {
        'http.request.method': method,
        'http.response.header.x-request-id': [request.id],
        'url.scheme': 'http',
        ...(route === undefined ? {} : { 'http.route': route }),
      },
    })
    request.span = span
    onCallEnd(reply, () => {
      const { raw } = reply
      if (raw.headersSent) span.set({ 'http.response.status_code': raw.statusCode })
      span.end(raw.headersSent && raw.statusCode >= 500 ? String(raw.statusCode) : undefined)
    })
    span.run(done)
  })
  // The body was read in the time of the connection, which knows of no span.
  app.addHook('preHandler', ({ span }, _, done) => (span ? span.run(done) : done()))
}
