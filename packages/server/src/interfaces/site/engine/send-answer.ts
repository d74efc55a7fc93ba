// How the answer of a page leaves: its headers, its cookies, and the frame around it.
import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ServiceContext } from '../../../operations/context.ts'
import type { Site } from '../pages/links/page-parts.ts'
import { renderSitePage } from './frame.ts'
import { findRequestOrigin } from '../../http/origin.ts'
import { markForms } from './form-token.ts'
import type { ShownPage, SiteAnswer } from './page.ts'
import { notFoundPage } from './plain-pages.ts'
import type { PageContext } from './page-context.ts'
import { nobody, readVisit, type Visit } from './visit.ts'

export const pageHeaders = {
  'content-security-policy': [
    "default-src 'none'",
    "style-src 'self'",
    "script-src 'self'",
    "connect-src 'self'",
    "img-src 'self' data:",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  // A form tells its own site where it comes from, and no other.
  'referrer-policy': 'same-origin',
  'x-frame-options': 'DENY',
  'x-content-type-options': 'nosniff',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
} as const

export interface VisitAnswer {
  readonly visit: Visit
  readonly answer: SiteAnswer
}

/** For a path that no page has, in the frame of who is signed in. */
export const sendNotFound = async (
  context: ServiceContext,
  site: Site,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> => {
  reply.headers(pageHeaders)
  return sendAnswer({ site, keys: context.keys }, reply, {
    visit: await findVisit(context, request),
    answer: notFoundPage(),
  })
}

/** Nobody where there is no site, and where someone asks too often: what is not there is worth no look then. */
const findVisit = async (
  { config, clock, store, limiter }: ServiceContext,
  request: FastifyRequest,
): Promise<Visit> => {
  const now = clock.now()
  const origin = config.site.isOn ? findRequestOrigin(config, request) : undefined
  if (!origin?.canSignIn || origin.elsewhere) return nobody(now)
  const visit = await readVisit(store, request, origin.isSecure, now)
  if (!visit.signedIn) return nobody(now)
  const { admitted } = await limiter.admit(`site:${visit.signedIn.accountId}`, 'read')
  return admitted ? visit : nobody(now)
}

export const sendAnswer = (
  { site, keys }: Pick<PageContext, 'site' | 'keys'>,
  reply: FastifyReply,
  { visit, answer }: VisitAnswer,
): FastifyReply => {
  switch (answer.kind) {
    case 'led':
      return withCookies(reply, answer.cookies).header('cache-control', 'no-store').redirect(answer.to, 303)
    case 'file':
      return reply
        .header('cache-control', 'no-store')
        .header('content-disposition', `attachment; filename="${answer.name}"`)
        .type(answer.type)
        .send(typeof answer.body === 'string' ? answer.body : Readable.from(answer.body))
    case 'shown': {
      const seenBy = answer.isForNobody ? nobody(0) : visit
      const text = markForms(keys, seenBy, renderSitePage(site, seenBy, answer).text)
      // Whoever goes back after signing out finds nothing.
      return sendShown(reply, { ...answer, isSecret: answer.isSecret || visit.signedIn !== null }, text)
    }
  }
}

const withCookies = (reply: FastifyReply, cookies: readonly string[]): FastifyReply =>
  cookies.length === 0 ? reply : reply.header('set-cookie', [...cookies])

const sendShown = (reply: FastifyReply, page: ShownPage, text: string): FastifyReply => {
  const { status, cookies, isSecret, retryAfter } = page
  if (retryAfter !== null) reply.header('retry-after', retryAfter)
  return (
    withCookies(reply, cookies)
      .code(status)
      // Seen anew each time; what is someone's own is not kept at all.
      .header('cache-control', isSecret ? 'no-store' : 'private, no-cache')
      .header('x-robots-tag', 'noindex, nofollow')
      .type('text/html; charset=utf-8')
      .send(text)
  )
}
