// The pages that links in mails lead to. They stand beside /v1, not on its floor: forms instead of JSON, a link
// instead of a token. Nothing is changed by opening one, only by its buttons.
import { codes } from '@challenge-service/contract'
import type { FastifyInstance } from 'fastify'
import { toRefusal } from '../../../http/error-reply.ts'
import type { ServiceContext } from '../../../../operations/context.ts'
import { hasNul } from '../../../http/odd-address.ts'
import { OVERLOAD_RETRY_SECONDS, overloaded } from '../../../../ops/overload.ts'
import { linkRoutes } from './link-routes.ts'
import { leaveRoutes } from './leave-routes.ts'
import { sendPage, type PageParts } from './page-parts.ts'
import { brokenPage, busyPage, refusedPage, tooLongPage, unknownLinkPage } from './plain-pages.ts'
import { isFromElsewhere } from './same-origin.ts'
import { mailsRoutes } from './mails-routes.ts'

/** Evidence of two thousand characters and its link, each character written as twelve. */
const FORM_BYTES = 64 * 1024

const headers = {
  'content-security-policy':
    "default-src 'none'; style-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex, nofollow',
  'x-frame-options': 'DENY',
  'cross-origin-opener-policy': 'same-origin',
} as const

export const mountPages = (app: FastifyInstance, context: ServiceContext, parts: PageParts): void => {
  // A scope of its own: its parsers, hooks and errors are no part of /v1.
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: FORM_BYTES }, (_, body, done) =>
      done(null, body),
    )
    scope.addHook('onRequest', async (request, reply) => {
      reply.headers(headers)
      if (request.method === 'POST' && isFromElsewhere(request.headers, parts.site.baseUrl)) {
        return sendPage(reply, 403, refusedPage(parts.site))
      }
      if (hasNul(request)) return sendPage(reply, 404, unknownLinkPage(parts.site))
    })
    scope.setErrorHandler((error, request, reply) => {
      // What was refused before the hook above has none yet.
      reply.headers(headers)
      const refusal = toRefusal(error)
      const { status } = codes[refusal.code]
      if (refusal === overloaded) {
        return sendPage(reply.header('retry-after', OVERLOAD_RETRY_SECONDS), status, busyPage(parts.site))
      }
      if (status >= 500) {
        const what = { request_id: request.id, route: request.routeOptions.url }
        context.outage.tell(error, what, 'a page failed')
      }
      if (refusal.reason === 'body_too_large') return sendPage(reply, status, tooLongPage(parts.site))
      return sendPage(reply, status, brokenPage(parts.site, status, request.id))
    })
    linkRoutes(scope, context, parts)
    leaveRoutes(scope, context, parts)
    mailsRoutes(scope, context, parts)
  })
}
