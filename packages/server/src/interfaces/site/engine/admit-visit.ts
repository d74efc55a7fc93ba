// Who asks for a page of the site, and from where: its origin, the session, how often.
import type { FastifyRequest } from 'fastify'
import { secondsUntil } from '../../../kernel/instants.ts'
import { findClientAddress, nameNetwork } from '../../../kernel/networks.ts'
import type { RateClass } from '../../../limits/rate-limiter.ts'
import type { RawQuery } from '../../../operations/query.ts'
import { hasNul } from '../../http/odd-address.ts'
import { findRequestOrigin, type SiteOrigin } from '../../http/origin.ts'
import { leadTo, type SiteResponse } from './response.ts'
import { nameBrowser } from './browser-name.ts'
import { isUsedByHand } from './is-navigation.ts'
import type { PageContext } from './page-context.ts'
import type { SiteRequest } from './page.ts'
import {
  elsewherePage,
  foreignFormPage,
  hiddenHostPage,
  hiddenSchemePage,
  notFoundPage,
  tooFastPage,
  unreadablePage,
} from './plain-pages.ts'
import { isSameOriginForm } from './same-origin.ts'
import type { VisitResponse } from './send-response.ts'
import { nobody, readVisit } from './visit.ts'

/** Who asks, and from where; or the answer, where it ends here. */
export const admitVisit = async (
  context: PageContext,
  request: FastifyRequest,
  rateClass: RateClass,
  hasOwnWindow = false,
): Promise<SiteRequest | VisitResponse> => {
  const { config, clock, limiter } = context
  const now = clock.now()
  const origin = findRequestOrigin(config, request)
  if (!origin) return { visit: nobody(now), response: unreadablePage() }
  if (origin.elsewhere) {
    return { visit: nobody(now), response: leadElsewhere(request, origin, rateClass) }
  }
  if (rateClass === 'write' && !isSameOriginForm(request.headers, origin.url)) {
    return { visit: nobody(now), response: foreignFormPage() }
  }
  const visit = origin.canSignIn ? await readVisit(context, request, origin.isSecure, now) : nobody(now)
  if (visit.signedIn) {
    const { accountId, sessionId } = visit.signedIn
    const window = `site:${hasOwnWindow ? sessionId : accountId}`
    const { admitted, waitMs } = await limiter.admit(window, rateClass)
    if (!admitted) return { visit, response: tooFastPage(secondsUntil(now + waitMs, now)) }
    // Someone who uses a session has seen what was proposed to them. A page that renews itself may have no reader.
    if (isUsedByHand(request)) context.lastUsed.notePerson(visit.signedIn.account.personId, now)
  }
  const params = request.params as Record<string, string>
  const { values } = request.query as RawQuery
  if (hasNul(request)) return { visit, response: notFoundPage() }
  warnOfProxy(context, request)
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

/** Led there already, and still elsewhere: what stands in front hides the name of the host, or the scheme. */
const LED = 'led'

const leadElsewhere = (
  { url, query }: FastifyRequest,
  { url: to, elsewhere }: SiteOrigin,
  rateClass: RateClass,
): SiteResponse => {
  if ((query as RawQuery).values.has(LED))
    return elsewhere === 'scheme' ? hiddenSchemePage(to) : hiddenHostPage(to)
  if (rateClass === 'write' || !url.startsWith('/')) return elsewherePage(to)
  return leadTo(`${to}${url}${url.includes('?') ? '&' : '?'}${LED}=1`)
}

const warned = new WeakSet<PageContext>()

/** Where nobody is trusted, such headers are anyone's word. Said once. */
const warnOfProxy = (context: PageContext, { headers: sent }: FastifyRequest): void => {
  const { config, log } = context
  if (config.site.trustProxy || sent['x-forwarded-for'] === undefined || warned.has(context)) return
  warned.add(context)
  log.warn(
    'X-Forwarded-For is ignored, since TRUST_PROXY is not set: limits by network hold for the proxy as one',
  )
}

const joined = (header: string | string[] | undefined): string | undefined =>
  [header ?? []].flat().join(',') || undefined
