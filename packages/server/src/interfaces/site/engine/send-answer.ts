// How the answer of a page leaves: its headers, its cookies, and the frame around it.
import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { findRequestOrigin } from '../../http/origin.ts'
import type { ShownPage, SiteAnswer } from './answer.ts'
import { siteFrame, type PageFrame } from './frames.ts'
import type { PageContext } from './page-context.ts'
import { notFoundPage } from './plain-pages.ts'
import { nobody, readVisit, type Visit } from './visit.ts'

export interface VisitAnswer {
  readonly visit: Visit
  readonly answer: SiteAnswer
}

/** For a path that no page has, in the frame of who is signed in. */
export const sendNotFound = async (
  context: PageContext,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> => {
  reply.headers(siteFrame.headers)
  return sendAnswer(context, siteFrame, reply, {
    visit: await findVisit(context, request),
    answer: notFoundPage(),
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

export const sendAnswer = (
  context: Pick<PageContext, 'site' | 'keys'>,
  frame: PageFrame,
  reply: FastifyReply,
  { visit, answer }: VisitAnswer,
): FastifyReply => {
  switch (answer.kind) {
    case 'led':
      if (frame === siteFrame) reply.header('cache-control', 'no-store')
      return withCookies(reply, answer.cookies).redirect(answer.to, 303)
    case 'file':
      return reply
        .header('cache-control', 'no-store')
        .header('content-disposition', `attachment; filename="${answer.name}"`)
        .type(answer.type)
        .send(typeof answer.body === 'string' ? answer.body : Readable.from(answer.body))
    case 'shown':
      return sendShown(frame, reply, visit, answer, frame.render(context, visit, answer))
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
