// How the answer of a page leaves: its headers, its cookies, and the frame around it.
import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { findRequestOrigin } from '../../http/origin.ts'
import type { ShownPage, SiteResponse } from './response.ts'
import { siteFrame, type PageFrame } from './frames.ts'
import type { PageContext } from './page-context.ts'
import { notFoundPage } from './plain-pages.ts'
import { nobody, readVisit, type Visit } from './visit.ts'

export interface VisitResponse {
  readonly visit: Visit
  readonly response: SiteResponse
}

/** For a path that no page has, in the frame of who is signed in. */
export const sendNotFound = async (
  context: PageContext,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> => {
  reply.headers(siteFrame.headers)
  return sendResponse(context, siteFrame, reply, {
    visit: await findVisit(context, request),
    response: notFoundPage(),
  })
}

/** Nobody where there is no site, and where someone asks too often: what is not there is worth no look then. */
const findVisit = async (context: PageContext, request: FastifyRequest): Promise<Visit> => {
  const { config, clock, limiter } = context
  const now = clock.now()
  const origin = config.site.isOn ? findRequestOrigin(config, request) : undefined
  if (!origin?.canSignIn || origin.elsewhere) return nobody(now)
  const visit = await readVisit(context, request, origin.isSecure, now)
  if (!visit.signedIn) return nobody(now)
  const { admitted } = await limiter.admit(`site:${visit.signedIn.accountId}`, 'read')
  return admitted ? visit : nobody(now)
}

export const sendResponse = (
  context: Pick<PageContext, 'site' | 'keys'>,
  frame: PageFrame,
  reply: FastifyReply,
  { visit, response }: VisitResponse,
): FastifyReply => {
  switch (response.kind) {
    case 'led':
      if (frame === siteFrame) reply.header('cache-control', 'no-store')
      return withCookies(reply, response.cookies).redirect(response.to, 303)
    case 'file':
      return reply
        .header('cache-control', 'no-store')
        .header('content-disposition', `attachment; filename="${response.name}"`)
        .type(response.type)
        .send(typeof response.body === 'string' ? response.body : Readable.from(response.body))
    case 'shown':
      return sendShown(frame, reply, visit, response, frame.render(context, visit, response))
  }
}

const withCookies = (reply: FastifyReply, cookies: readonly string[]): FastifyReply =>
  cookies.length === 0 ? reply : reply.header('set-cookie', [...cookies])

const sendShown = (
  frame: PageFrame,
  reply: FastifyReply,
  visit: Visit,
  page: ShownPage,
  text: string,
): FastifyReply => {
  const { status, cookies, retryAfter } = page
  if (retryAfter !== null) reply.header('retry-after', retryAfter)
  const kept = frame.cacheControl(visit, page)
  if (kept !== undefined) reply.header('cache-control', kept).header('x-robots-tag', 'noindex, nofollow')
  return withCookies(reply, cookies).code(status).type('text/html; charset=utf-8').send(text)
}
