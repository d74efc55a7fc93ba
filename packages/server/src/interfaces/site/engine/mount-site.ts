// Mounts the pages of the site, each alike: who looks, how often, the form, and the frame around the page.
import { codes } from '@challenge-service/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { toRefusal } from '../../http/error-reply.ts'
import { OVERLOAD_RETRY_SECONDS, overloaded } from '../../../ops/overload.ts'
import { mountLive } from '../live/mount-live.ts'
import { admitVisit } from './admit-visit.ts'
import { answerForm, encoded } from './answer-form.ts'
import { answerPage } from './answer-page.ts'
import { linkFrame, siteFrame, type PageFrame } from './frames.ts'
import { refusedPage } from './link-plain-pages.ts'
import type { PageContext } from './page-context.ts'
import type { SitePage } from './page.ts'
import { isFromElsewhere } from './same-origin.ts'
import { sendResponse, type VisitResponse } from './send-response.ts'
import { nobody } from './visit.ts'

/** Long texts, each character written as twelve. */
const FORM_BYTES = 64 * 1024

/** Without a site there are the pages behind links alone. */
export const mountSite = (app: FastifyInstance, context: PageContext, pages: readonly SitePage[]): void => {
  const isByLink = ({ access }: SitePage): boolean => access === 'link'
  mountIn(linkFrame, app, context, pages.filter(isByLink))
  if (!context.config.site.isOn) return
  mountIn(
    siteFrame,
    app,
    context,
    pages.filter((page) => !isByLink(page)),
    (scope) => mountLive(scope, context, siteFrame.headers),
  )
}

/** In a scope of its own: its parsers, hooks and errors are no part of /v1. */
const mountIn = (
  frame: PageFrame,
  app: FastifyInstance,
  context: PageContext,
  pages: readonly SitePage[],
  more: (scope: FastifyInstance) => void = () => undefined,
): void => {
  const { baseUrl } = context.site
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: FORM_BYTES }, (_, body, done) =>
      done(null, body),
    )
    scope.addHook('onRequest', async (request, reply) => {
      reply.headers(frame.headers)
      // Of a form from another site nothing is read. Those of the site itself say so where the session is read.
      if (frame === linkFrame && request.method === 'POST' && isFromElsewhere(request.headers, baseUrl))
        return sendResponse(context, frame, reply, { visit: nobody(0), response: refusedPage() })
      return undefined
    })
    scope.setErrorHandler(async (error, request, reply) => {
      // What was refused before the hook above has none yet.
      reply.headers(frame.headers)
      return sendResponse(context, frame, reply, await answerTrouble(context, frame, request, error, pages))
    })
    const shown = new Set(pages.flatMap((page) => (page.kind === 'page' ? [page.path] : [])))
    for (const page of pages) mountPage(scope, context, frame, page, shown.has(page.path))
    more(scope)
  })
}

/** `isShown`: whether there is a page where a form is sent to. */
const mountPage = (
  scope: FastifyInstance,
  context: PageContext,
  frame: PageFrame,
  page: SitePage,
  isShown: boolean,
): void => {
  if (page.kind === 'page') {
    scope.get(page.path, async (request, reply) =>
      sendResponse(context, frame, reply, await answerPage(context, frame, request, page)),
    )
    return
  }
  scope.post(page.path, async (request, reply) =>
    sendResponse(context, frame, reply, await answerForm(context, frame, request, page, isShown)),
  )
  if (isShown) return
  // A browser that opens the address of a form is led to the page it is on.
  scope.get(page.path, (request, reply) =>
    reply.redirect(page.back?.(encoded(request.params as Record<string, string>)) ?? '/', 303),
  )
}

/** What was refused before its page could look at it, in the frame of who is signed in; and what broke. */
const answerTrouble = async (
  context: PageContext,
  frame: PageFrame,
  request: FastifyRequest,
  error: unknown,
  pages: readonly SitePage[],
): Promise<VisitResponse> => {
  const { plain } = frame
  const visit = nobody(0)
  if (error === overloaded) return { visit, response: plain.busy(OVERLOAD_RETRY_SECONDS) }
  const refusal = toRefusal(error)
  if (codes[refusal.code].status >= 500) return answerBroken(context, frame, request, error)
  try {
    const form = pages.find(({ kind, path }) => kind === 'form' && path === request.routeOptions.url)
    const response =
      refusal.reason === 'body_too_large'
        ? plain.tooLong(form?.kind === 'form' ? form.tooLong : undefined)
        : plain.unreadable()
    if (frame !== siteFrame) return { visit, response }
    const admitted = await admitVisit(context, request, request.method === 'POST' ? 'write' : 'read')
    return 'response' in admitted ? admitted : { visit: admitted.visit, response }
  } catch (later) {
    return answerBroken(context, frame, request, later)
  }
}

const answerBroken = (
  { outage }: PageContext,
  { plain }: PageFrame,
  request: FastifyRequest,
  error: unknown,
): VisitResponse => {
  outage.tell(error, { request_id: request.id, route: request.routeOptions.url }, 'a page failed')
  const { status } = codes[toRefusal(error).code]
  return { visit: nobody(0), response: { ...plain.broken(request.id), status } }
}
