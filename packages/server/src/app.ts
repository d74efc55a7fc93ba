// The HTTP server: Fastify, with its limits, its hooks in their order, and every endpoint of the table.
import { endpoints, limits, type Endpoint } from '@challenge-service/contract'
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import type { LinkRoute, Route } from './features/route.ts'
import { answerBrokenRequest, answerConnect } from './interfaces/http/broken-request.ts'
import { prepareClosing } from './ops/closing.ts'
import { sendRefusal, toRefusal } from './interfaces/http/error-reply.ts'
import type { ServiceContext } from './operations/context.ts'
import { readForeignId } from './interfaces/http/foreign-id.ts'
import { completeHead } from './interfaces/http/head.ts'
import { refuseHeaders } from './interfaces/http/headers.ts'
import type { CallFigures } from './ops/figures/call-figures.ts'
import { mount } from './interfaces/api/mount-api.ts'
import { mountMcp } from './interfaces/mcp/mount-mcp.ts'
import { makePageContext } from './interfaces/site/engine/page-context.ts'
import type { Site } from './interfaces/site/engine/site.ts'
import { isProbe, mountProbes } from './ops/probes.ts'
import { overloaded, type Overload } from './ops/overload.ts'
import { parseQuery } from './operations/query.ts'
import { endQuietConnections } from './ops/quiet-connections.ts'
import { makeInProcessCalls } from './operations/in-process-calls.ts'
import { mountReference } from './interfaces/docs/mount-reference.ts'
import { mountCalendar } from './interfaces/site/pages/calendar/mount-calendar.ts'
import { mountSite } from './interfaces/site/engine/mount-site.ts'
import { sitePages } from './interfaces/site/pages.ts'
import type { Readiness } from './ops/readiness.ts'
import { sendNotFound } from './interfaces/site/engine/send-response.ts'
import { mountSiteAssets } from './interfaces/http/assets.ts'
import { traceCalls } from './ops/trace-calls.ts'
import { leaveWork, watchCalls } from './ops/watch-calls.ts'
import { newId } from './kernel/ids.ts'
import { unknownPath, type Refusal } from './kernel/refusal.ts'
import type { Tracer } from './kernel/tracing.ts'
import type { Log } from './log/log.ts'

const HEADERS_TIMEOUT_MS = 10_000
const REQUEST_TIMEOUT_MS = 15_000
// How late the two above may act.
const CONNECTIONS_CHECK_MS = 1_000
const KEEP_ALIVE_MS = 72_000
const MAX_CONNECTIONS = 10_000
// As long as a URL can be: an id that long is one that nobody has, and answered as such.
const MAX_PARAM_LENGTH = 16 * 1024

export interface AppOptions {
  readonly routes: readonly Route[]
  /** The endpoints to mount; those of the contract unless a test adds its own. */
  readonly table?: readonly Endpoint[]
  /** What someone may do by a link. */
  readonly linkRoutes: readonly LinkRoute[]
  readonly site: Site
  readonly overload: Overload
  readonly readiness: Readiness
  /** Undefined where nobody reads them. */
  readonly figures?: CallFigures | undefined
  /** Undefined where the operator brings no SDK. */
  readonly tracer?: Tracer | undefined
  /** Is told of every refusal. */
  readonly onRefused?: ((refusal: Refusal) => void) | undefined
}

export const buildApp = (
  context: ServiceContext,
  {
    routes,
    table = Object.values(endpoints),
    linkRoutes,
    site,
    overload,
    readiness,
    figures,
    tracer,
    onRefused,
  }: AppOptions,
): FastifyInstance => {
  const { clock, log } = context
  const callInProcess = makeInProcessCalls(context, routes)
  const pages = makePageContext(context, site, callInProcess, linkRoutes)

  const app = fastify({
    logger: false,
    bodyLimit: limits.bodyBytes,
    requestTimeout: REQUEST_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    http: {
      headersTimeout: HEADERS_TIMEOUT_MS,
      connectionsCheckingInterval: CONNECTIONS_CHECK_MS,
      requireHostHeader: false,
    },
    routerOptions: {
      maxParamLength: MAX_PARAM_LENGTH,
      querystringParser: (text) => parseQuery(text) as unknown as Record<string, unknown>,
    },
    // The target of a request that is about no path. The router would take it for the way in.
    rewriteUrl: ({ url = '' }) => (url.startsWith('*') ? `/${url}` : url),
    // While stopping, what was accepted is still answered.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    genReqId: () => newId('request', clock.now()),
    clientErrorHandler: (error, socket) => answerBrokenRequest(error, socket, clock.now()),
    // What Fastify refuses before any hook: a path that cannot be decoded.
    frameworkErrors: (error, request, reply) => {
      completeHead(request, reply)
      void sendRefusal(reply, refuseHeaders(request.raw) ?? toRefusal(error))
    },
  })
  app.server.maxConnections = MAX_CONNECTIONS
  // Their bytes are bounded. Past a count, Node would leave headers off without a word, the second of a name too.
  app.server.maxHeadersCount = 0
  // Node would answer an unknown Expect with a 417 of its own; it says nothing that matters here.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response))
  // And it would close the connection of a CONNECT without a word.
  app.server.on('connect', (_, socket) => answerConnect(socket, clock.now()))

  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_, body, done) => done(null, body))
  app.decorateRequest('caller', null)
  app.decorateRequest('allowance', null)
  app.decorateRequest('sentContentType')

  // These hooks call back: a promise in each, on every call, costs as much as a look-up.
  watchCalls(app, overload, figures)
  if (tracer) traceCalls(app, tracer, context.config.site)
  app.addHook('onRequest', (request, _, done) => {
    const refusal = refuseHeaders(request.raw)
    if (refusal) return done(refusal)
    // Before the body is looked at: nothing that is wrong with it matters where there is nobody to read it.
    return request.is404 ? done(unknownPath()) : done()
  })
  app.addHook('onSend', (request, reply, payload, done) => {
    leaveWork(request)
    completeHead(request, reply)
    if (context.live.stopped) reply.header('connection', 'close')
    done(null, payload)
  })
  if (log.isLevelEnabled('info')) {
    app.addHook('onResponse', (request, reply, done) => {
      logCall(log, request, reply)
      done()
    })
  }
  endQuietConnections(app.server, context.live.timing.quietMs)
  const beginClosing = prepareClosing(app.server, REQUEST_TIMEOUT_MS)
  app.addHook('preClose', async () => {
    context.live.stop()
    beginClosing()
  })

  app.setErrorHandler((error, request, reply) => {
    const refusal = toRefusal(error)
    onRefused?.(refusal)
    if (refusal.reason === 'path_unknown' && wantsPage(request)) return sendNotFound(pages, request, reply)
    // Of calls that were shed one line is enough: it says when that began.
    if (refusal.code === 'internal_error' && refusal !== overloaded) {
      const what = { request_id: request.id, route: request.routeOptions.url }
      context.outage.tell(error, what, 'a call failed')
    }
    return sendRefusal(reply, refusal)
  })
  app.setNotFoundHandler((_, reply) => sendRefusal(reply, unknownPath()))

  mountProbes(app, readiness, () => context.live.stopped)
  mountReference(app, context)
  mountSiteAssets(app)
  mountSite(app, pages, sitePages)
  if (context.config.site.isOn) mountCalendar(app, pages)
  // Where there is no site, its way in leads to the documents.
  else app.get('/', (_, reply) => reply.redirect('docs', 302))
  mountMcp(app, { context, callInProcess, onRefused })
  mount(app, context, table, routes)
  return app
}

/** A person who opens a page in a browser, not a program that calls an endpoint. A browser has no token. */
const wantsPage = ({ method, url, headers }: FastifyRequest): boolean =>
  (method === 'GET' || method === 'HEAD') &&
  !url.startsWith('/v1') &&
  headers.authorization === undefined &&
  (headers.accept ?? '').includes('text/html')

const logCall = (log: Log, request: FastifyRequest, reply: FastifyReply): void => {
  const route = request.routeOptions.url
  // A probe comes every second, and says something where it is not 200.
  log[isProbe(route) && reply.statusCode === 200 ? 'debug' : 'info'](
    {
      request_id: request.id,
      client_request_id: readForeignId(request.headers['x-request-id']),
      token: request.caller?.credentialId,
      method: request.method,
      route,
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 10) / 10,
    },
    'call',
  )
}
