// Mounts the pages of the site, each alike: the origin, who looks, how often, the form, and the frame around the page.
import { Readable } from 'node:stream'
import { codes } from '@challenge-service/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isFresh } from '../../features/sessions/session.rules.ts'
import { secondsUntil } from '../../kernel/instants.ts'
import { findClientAddress, nameNetwork } from '../../kernel/networks.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { toRefusal } from '../error-reply.ts'
import { hasNul } from '../odd-address.ts'
import type { Site } from '../pages/page-parts.ts'
import type { RawQuery } from '../query.ts'
import type { RateClass } from '../rate-limiter.ts'
import { nameBrowser } from './browser-name.ts'
import { renderSitePage } from './frame.ts'
import { mountLive } from './live/mount-live.ts'
import { findRequestOrigin } from './origin.ts'
import { isOwnForm } from './own-form.ts'
import {
  leadTo,
  type SiteAnswer,
  type SiteRequest,
  type FormOf,
  type SentForm,
  type ShownPage,
  type SitePage,
} from './page.ts'
import {
  brokenPage,
  elsewherePage,
  foreignFormPage,
  hiddenHostPage,
  notFoundPage,
  signedOutPage,
  tooFastPage,
  unreadablePage,
} from './plain-pages.ts'
import { proofFields, proveAnew } from './prove-page.ts'
import type { SiteRoom } from './room.ts'
import { makeFormKey, readFields, without } from './sent-form.ts'
import { isSignedIn, nobody, readVisit, type Visit } from './visit.ts'

/** Long texts, each character written as twelve. */
const FORM_BYTES = 64 * 1024

const headers = {
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

interface VisitAnswer {
  readonly visit: Visit
  readonly answer: SiteAnswer
}

export const mountSite = (app: FastifyInstance, room: SiteRoom, pages: readonly SitePage[]): void => {
  const { log } = room.floor
  // A scope of its own: its parsers, hooks and errors are no part of /v1.
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: FORM_BYTES }, (_, body, done) =>
      done(null, body),
    )
    scope.addHook('onRequest', async (_, reply) => {
      reply.headers(headers)
    })
    scope.setErrorHandler((error, request, reply) => {
      const { status } = codes[toRefusal(error).code]
      if (status < 500) return send(room, reply, { visit: nobody(0), answer: unreadablePage() })
      log.error({ request_id: request.id, route: request.routeOptions.url, err: error }, 'a page failed')
      return send(room, reply, { visit: nobody(0), answer: { ...brokenPage(request.id), status } })
    })
    const shown = new Set(pages.flatMap((page) => (page.kind === 'page' ? [page.path] : [])))
    for (const page of pages) {
      if (page.kind === 'page') mountPage(scope, room, page)
      else mountForm(scope, room, page, shown.has(page.path))
    }
    mountLive(scope, room, headers)
  })
}

const mountPage = (scope: FastifyInstance, room: SiteRoom, page: OfKind<'page'>): void => {
  scope.get(page.path, async (request, reply) => send(room, reply, await answerPage(room, request, page)))
}

const mountForm = (scope: FastifyInstance, room: SiteRoom, form: OfKind<'form'>, isShown: boolean): void => {
  scope.post(form.path, async (request, reply) => send(room, reply, await answerForm(room, request, form)))
  if (isShown) return
  // Whoever opens the address that a form was sent to is led to where it stands.
  scope.get(form.path, (request, reply) =>
    reply.redirect(form.back?.(encoded(request.params as Record<string, string>)) ?? '/', 303),
  )
}

/** As they may stand in an address: what was asked for is anyone's word. */
const encoded = (params: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(params).map(([name, value]) => [name, encodeURIComponent(value)]))

type OfKind<Kind extends SitePage['kind']> = Extract<SitePage, { readonly kind: Kind }>

const answerPage = async (
  room: SiteRoom,
  request: FastifyRequest,
  page: OfKind<'page'>,
): Promise<VisitAnswer> => {
  const opened = await open(room, request, 'read')
  if ('answer' in opened) return opened
  const { visit } = opened
  if (page.access === 'anyone') return { visit, answer: await orRefused(() => page.show(room, opened)) }
  if (!isSignedIn(visit)) {
    return { visit, answer: leadTo(`/sign-in?next=${encodeURIComponent(request.url)}`) }
  }
  return { visit, answer: await orRefused(() => page.show(room, { ...opened, visit })) }
}

const answerForm = async (
  room: SiteRoom,
  request: FastifyRequest,
  form: OfKind<'form'>,
): Promise<VisitAnswer> => {
  const opened = await open(room, request, 'write')
  if ('answer' in opened) return opened
  const { visit } = opened
  const fields = readFields(request.headers['content-type'], request.body)
  if (!fields) return { visit, answer: unreadablePage() }
  const path = request.url.split('?', 1)[0] ?? ''
  const makeSent = <V extends Visit>(who: V): SentForm<V> => {
    const words = without(fields, ...proofFields)
    return { ...opened, visit: who, path, fields: words, key: makeFormKey(path, words) }
  }
  if (form.access === 'anyone') return { visit, answer: await takeForm(room, form, makeSent(visit)) }
  if (!isSignedIn(visit)) return { visit, answer: signedOutPage(path) }
  const sent = makeSent(visit)
  if (form.needsProof && !isFresh(visit.signedIn.times, visit.now)) {
    const proved = await proveAnew(room, { ...sent, fields })
    if (proved !== 'proved') return { visit, answer: proved }
  }
  return { visit, answer: await takeForm(room, form, sent) }
}

/** Who asks, and from where; or the answer, where it ends here. */
const open = async (
  room: SiteRoom,
  request: FastifyRequest,
  rateClass: RateClass,
): Promise<SiteRequest | VisitAnswer> => {
  const { config, clock, store, limiter } = room.floor
  const now = clock.now()
  const origin = findRequestOrigin(config, request)
  if (!origin) return { visit: nobody(now), answer: unreadablePage() }
  if (origin.isElsewhere) {
    return { visit: nobody(now), answer: leadElsewhere(request, origin.url, rateClass) }
  }
  if (rateClass === 'write' && !isOwnForm(request.headers, origin.url)) {
    return { visit: nobody(now), answer: foreignFormPage() }
  }
  const visit = origin.canSignIn ? await readVisit(store, request, origin.isSecure, now) : nobody(now)
  if (visit.signedIn) {
    const { admitted, waitMs } = await limiter.admit(`site:${visit.signedIn.accountId}`, rateClass)
    if (!admitted) return { visit, answer: tooFastPage(secondsUntil(now + waitMs, now)) }
    // Whoever uses a session knows of what was proposed to them.
    room.floor.lastUsed.notePerson(visit.signedIn.account.personId, now)
  }
  const params = request.params as Record<string, string>
  const { values } = request.query as RawQuery
  if (hasNul(request)) return { visit, answer: notFoundPage() }
  warnOfProxy(room, request)
  const address = findClientAddress(
    request.socket.remoteAddress ?? '',
    joined(request.headers['x-forwarded-for']),
    config.site.trustProxy,
  )
  return {
    visit,
    origin,
    browserName: nameBrowser(request.headers['user-agent']),
    network: nameNetwork(address),
    params,
    query: values,
  }
}

/** Led there already, and still elsewhere: what stands in front hides the name of the host. */
const LED = 'led'

const leadElsewhere = ({ url, query }: FastifyRequest, to: string, rateClass: RateClass): SiteAnswer => {
  if ((query as RawQuery).values.has(LED)) return hiddenHostPage(to)
  if (rateClass === 'write' || !url.startsWith('/')) return elsewherePage(to)
  return leadTo(`${to}${url}${url.includes('?') ? '&' : '?'}${LED}=1`)
}

const warned = new WeakSet<SiteRoom>()

/** Where nobody is trusted, such headers are anyone's word. Said once. */
const warnOfProxy = (room: SiteRoom, { headers: sent }: FastifyRequest): void => {
  const { config, log } = room.floor
  if (config.site.trustProxy || sent['x-forwarded-for'] === undefined || warned.has(room)) return
  warned.add(room)
  log.warn(
    'X-Forwarded-For is ignored, since TRUST_PROXY is not set: limits by network hold for the proxy as one',
  )
}

const joined = (header: string | string[] | undefined): string | undefined =>
  [header ?? []].flat().join(',') || undefined

/** What nobody can see here is not found, whatever the reason. */
const orRefused = async (work: () => Promise<SiteAnswer> | SiteAnswer): Promise<SiteAnswer> => {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Refusal && error.code === 'not_found') return notFoundPage()
    throw error
  }
}

/** A form that was not taken is shown again, with what was typed and what is wrong. */
const takeForm = <V extends Visit>(
  room: SiteRoom,
  form: Pick<FormOf<V>, 'receive' | 'on'>,
  sent: SentForm<V>,
): Promise<SiteAnswer> =>
  orRefused(async () => {
    try {
      return await form.receive(room, sent)
    } catch (error) {
      if (!(error instanceof Refusal) || error.code === 'not_found' || error.code === 'internal_error')
        throw error
      const problems = error.details.fields ?? []
      const message = problems.length > 0 ? null : error.message
      const shown = await form.on(room, sent, { path: sent.path, typed: sent.fields, problems, message })
      return shown.kind === 'shown'
        ? { ...shown, status: codes[error.code].status, title: `Error: ${shown.title}` }
        : shown
    }
  })

/** For a path that no page has. */
export const sendNotFound = (reply: FastifyReply, site: Site): FastifyReply => {
  reply.headers(headers)
  return sendShown(reply, notFoundPage(), renderSitePage(site, nobody(0), notFoundPage()).text)
}

const send = (
  { site }: Pick<SiteRoom, 'site'>,
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
      const text = renderSitePage(site, answer.isForNobody ? nobody(0) : visit, answer).text
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
