// Mounts the pages of the site, each alike: the origin, who looks, how often, the form, and the frame around the page.
import { codes } from '@challenge-service/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isFresh } from '../../../features/sessions/session.rules.ts'
import { secondsUntil } from '../../../kernel/instants.ts'
import { findClientAddress, nameNetwork } from '../../../kernel/networks.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import { toRefusal } from '../../http/error-reply.ts'
import { hasNul } from '../../http/odd-address.ts'
import { OVERLOAD_RETRY_SECONDS, overloaded } from '../../../ops/overload.ts'
import type { RawQuery } from '../../../operations/query.ts'
import type { RateClass } from '../../../limits/rate-limiter.ts'
import { nameBrowser } from './browser-name.ts'
import { isUsedByHand } from './is-navigation.ts'
import { mountLive } from '../live/mount-live.ts'
import { findRequestOrigin, type SiteOrigin } from '../../http/origin.ts'
import { isForSomeoneElse } from './form-token.ts'
import { isOwnForm } from './same-origin.ts'
import {
  leadTo,
  type SiteAnswer,
  type SiteRequest,
  type FormOf,
  type SentForm,
  type SitePage,
} from './page.ts'
import {
  brokenPage,
  busyPage,
  elsewherePage,
  foreignFormPage,
  hiddenHostPage,
  hiddenSchemePage,
  notFoundPage,
  oddAddressPage,
  signedOutPage,
  someoneElsePage,
  tooFastPage,
  tooLongPage,
  unreadablePage,
} from './plain-pages.ts'
import { GONE, withWord } from '../parts/flash.ts'
import { proofFields, proveAnew } from './reauthenticate.ts'
import type { PageContext } from './page-context.ts'
import { pageHeaders, sendAnswer, type VisitAnswer } from './send-answer.ts'
import { makeFormKey, readFields, without } from './sent-form.ts'
import { isSignedIn, nobody, readVisit, type SignedInVisit, type Visit } from './visit.ts'

/** Long texts, each character written as twelve. */
const FORM_BYTES = 64 * 1024

export const mountSite = (app: FastifyInstance, context: PageContext, pages: readonly SitePage[]): void => {
  // A scope of its own: its parsers, hooks and errors are no part of /v1.
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: FORM_BYTES }, (_, body, done) =>
      done(null, body),
    )
    scope.addHook('onRequest', async (_, reply) => {
      reply.headers(pageHeaders)
    })
    scope.setErrorHandler(async (error, request, reply) => {
      // What was refused before the hook above has none yet.
      reply.headers(pageHeaders)
      return sendAnswer(context, reply, await answerTrouble(context, request, error, pages))
    })
    const shown = new Set(pages.flatMap((page) => (page.kind === 'page' ? [page.path] : [])))
    for (const page of pages) {
      if (page.kind === 'page') mountPage(scope, context, page)
      else mountForm(scope, context, page, shown.has(page.path))
    }
    mountLive(scope, context, pageHeaders)
  })
}

const mountPage = (scope: FastifyInstance, context: PageContext, page: OfKind<'page'>): void => {
  scope.get(page.path, async (request, reply) =>
    sendAnswer(context, reply, await answerPage(context, request, page)),
  )
}

const mountForm = (
  scope: FastifyInstance,
  context: PageContext,
  form: OfKind<'form'>,
  isShown: boolean,
): void => {
  scope.post(form.path, async (request, reply) =>
    sendAnswer(context, reply, await answerForm(context, request, form, isShown)),
  )
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
  context: PageContext,
  request: FastifyRequest,
  page: OfKind<'page'>,
): Promise<VisitAnswer> => {
  const opened = await open(context, request, 'read', page.access === 'signed_in' && page.hasOwnWindow)
  if ('answer' in opened) return opened
  const { visit } = opened
  if (page.access === 'anyone') return { visit, answer: await orRefused(() => page.show(context, opened)) }
  if (!isSignedIn(visit)) {
    return { visit, answer: leadTo(`/sign-in?next=${encodeURIComponent(request.url)}`) }
  }
  return { visit, answer: await orRefused(() => page.show(context, { ...opened, visit })) }
}

const answerForm = async (
  context: PageContext,
  request: FastifyRequest,
  form: OfKind<'form'>,
  isShown: boolean,
): Promise<VisitAnswer> => {
  const opened = await open(context, request, 'write', form.access === 'signed_in' && form.hasOwnWindow)
  if ('answer' in opened) return opened
  const { visit } = opened
  const fields = readFields(request.headers['content-type'], request.body)
  if (!fields) return { visit, answer: unreadablePage() }
  const path = request.url.split('?', 1)[0] ?? ''
  const makeSent = <V extends Visit>(who: V): SentForm<V> => {
    const words = without(fields, ...proofFields)
    return { ...opened, visit: who, path, fields: words, key: makeFormKey(path, words) }
  }
  if (form.access === 'anyone') return { visit, answer: await takeForm(context, form, makeSent(visit)) }
  if (!isSignedIn(visit)) {
    return { visit, answer: (await form.sentAgain?.(context, makeSent(visit))) ?? signedOutPage(path) }
  }
  if (isForSomeoneElse(context.keys, visit.signedIn.accountId, fields)) {
    return { visit, answer: someoneElsePage(isShown ? path : (form.back?.(encoded(opened.params)) ?? '/')) }
  }
  const sent = makeSent(visit)
  if (!isFresh(visit.signedIn.times, visit.now) && (await needsProof(context, form, sent))) {
    const proved = await proveAnew(context, { ...sent, fields })
    if (proved !== 'proved') return { visit, answer: proved }
  }
  return { visit, answer: await takeForm(context, form, sent) }
}

const needsProof = async (
  context: PageContext,
  { needsProof: needs }: Extract<OfKind<'form'>, { readonly access: 'signed_in' }>,
  sent: SentForm<SignedInVisit>,
): Promise<boolean> => (typeof needs === 'boolean' ? needs : needs(context, sent))

/** What was refused before its page could look at it, in the frame of who is signed in; and what broke. */
const answerTrouble = async (
  context: PageContext,
  request: FastifyRequest,
  error: unknown,
  pages: readonly SitePage[],
): Promise<VisitAnswer> => {
  if (error === overloaded) return { visit: nobody(0), answer: busyPage(OVERLOAD_RETRY_SECONDS) }
  if (isOurs(error)) return answerBroken(context, request, error)
  try {
    const opened = await open(context, request, request.method === 'POST' ? 'write' : 'read')
    if ('answer' in opened) return opened
    if (toRefusal(error).reason !== 'body_too_large') return { ...opened, answer: unreadablePage() }
    const form = pages.find(({ kind, path }) => kind === 'form' && path === request.routeOptions.url)
    return { ...opened, answer: tooLongPage(form?.kind === 'form' ? form.tooLong : undefined) }
  } catch (later) {
    return answerBroken(context, request, later)
  }
}

const isOurs = (error: unknown): boolean => codes[toRefusal(error).code].status >= 500

const answerBroken = (context: PageContext, request: FastifyRequest, error: unknown): VisitAnswer => {
  context.outage.tell(error, { request_id: request.id, route: request.routeOptions.url }, 'a page failed')
  const { status } = codes[toRefusal(error).code]
  return { visit: nobody(0), answer: { ...brokenPage(request.id), status } }
}

/** Who asks, and from where; or the answer, where it ends here. */
const open = async (
  context: PageContext,
  request: FastifyRequest,
  rateClass: RateClass,
  hasOwnWindow = false,
): Promise<SiteRequest | VisitAnswer> => {
  const { config, clock, store, limiter } = context
  const now = clock.now()
  const origin = findRequestOrigin(config, request)
  if (!origin) return { visit: nobody(now), answer: unreadablePage() }
  if (origin.elsewhere) {
    return { visit: nobody(now), answer: leadElsewhere(request, origin, rateClass) }
  }
  if (rateClass === 'write' && !isOwnForm(request.headers, origin.url)) {
    return { visit: nobody(now), answer: foreignFormPage() }
  }
  const visit = origin.canSignIn ? await readVisit(store, request, origin.isSecure, now) : nobody(now)
  if (visit.signedIn) {
    const { accountId, sessionId } = visit.signedIn
    const window = `site:${hasOwnWindow ? sessionId : accountId}`
    const { admitted, waitMs } = await limiter.admit(window, rateClass)
    if (!admitted) return { visit, answer: tooFastPage(secondsUntil(now + waitMs, now)) }
    // Whoever uses a session knows of what was proposed to them. A page that renews itself may have nobody before it.
    if (isUsedByHand(request)) context.lastUsed.notePerson(visit.signedIn.account.personId, now)
  }
  const params = request.params as Record<string, string>
  const { values } = request.query as RawQuery
  if (hasNul(request)) return { visit, answer: notFoundPage() }
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
): SiteAnswer => {
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

/** What nobody can see here is not found, whatever the reason. What else is refused stands in the address. */
const orRefused = async (
  work: () => Promise<SiteAnswer> | SiteAnswer,
  list?: string,
): Promise<SiteAnswer> => {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Refusal) || isOurs(error)) throw error
    if (error.code !== 'not_found') return oddAddressPage()
    return list === undefined ? notFoundPage() : leadTo(withWord(list, GONE))
  }
}

/** A form that was not taken is shown again, with what was typed and what is wrong. */
const takeForm = <V extends Visit>(
  context: PageContext,
  form: Pick<FormOf<V>, 'receive' | 'on' | 'list'>,
  sent: SentForm<V>,
): Promise<SiteAnswer> =>
  orRefused(
    async () => {
      try {
        return await form.receive(context, sent)
      } catch (error) {
        if (!(error instanceof Refusal) || error.code === 'not_found' || error.code === 'internal_error')
          throw error
        const problems = error.details.fields ?? []
        const message = problems.length > 0 ? null : error.message
        const shown = await form.on(context, sent, { path: sent.path, typed: sent.fields, problems, message })
        return shown.kind === 'shown'
          ? {
              ...shown,
              status: codes[error.code].status,
              title: `Error: ${shown.title}`,
              retryAfter: error.details.retryAfter ?? null,
            }
          : shown
      }
    },
    form.list?.(encoded(sent.params)),
  )
