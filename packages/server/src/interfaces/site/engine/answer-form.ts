// Takes a form: whether it was made for its sender, whether they have recently proved who they are, and what it does.
import { codes } from '@challenge-service/contract'
import type { Reason } from '@challenge-service/contract/plain'
import type { FastifyRequest } from 'fastify'
import { isFresh } from '../../../features/sessions/session.rules.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import { SessionEnded } from '../../../operations/require-proof.ts'
import { admitLink, openLink, signedText } from './admit-link.ts'
import { admitVisit } from './admit-visit.ts'
import type { SiteResponse } from './response.ts'
import { orRefused } from './answer-page.ts'
import { isForSomeoneElse } from './form-token.ts'
import type { PageFrame } from './frames.ts'
import type { PageContext } from './page-context.ts'
import type { FormOf, LinkRequest, SentFields, SentForm, SitePage } from './page.ts'
import { signedOutPage, someoneElsePage } from './plain-pages.ts'
import { proofFields, proveAnew } from './reauthenticate.ts'
import type { VisitResponse } from './send-response.ts'
import { makeFormKey, readFields, without } from './sent-form.ts'
import { isSignedIn, nobody, type SignedInVisit, type Visit } from './visit.ts'

type Form = Extract<SitePage, { readonly kind: 'form' }>
type LinkForm = Extract<Form, { readonly access: 'link' }>

/** As they may stand in an address: what was asked for is anyone's word. */
export const encoded = (params: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(params).map(([name, value]) => [name, encodeURIComponent(value)]))

export const answerForm = async (
  context: PageContext,
  frame: PageFrame,
  request: FastifyRequest,
  form: Form,
  isShown: boolean,
): Promise<VisitResponse> => {
  if (form.access === 'link') {
    return { visit: nobody(0), response: await answerLinkForm(context, frame, request, form) }
  }
  const hasOwnWindow = form.access === 'signed_in' && form.hasOwnWindow
  const admitted = await admitVisit(context, request, 'write', hasOwnWindow)
  if ('response' in admitted) return admitted
  const { visit } = admitted
  const fields = readFields(request.headers['content-type'], request.body)
  if (!fields) return { visit, response: frame.plain.unreadable() }
  const path = request.url.split('?', 1)[0] ?? ''
  const makeSent = <V extends Visit>(who: V): SentForm<V> => {
    const words = without(fields, ...proofFields)
    return { ...admitted, visit: who, path, fields: words, key: makeFormKey(path, words) }
  }
  if (form.access === 'anyone')
    return { visit, response: await takeForm(context, frame, form, makeSent(visit)) }
  const answerSignedOut = async (): Promise<VisitResponse> => {
    const signedOut = { ...visit, signedIn: null }
    const again = await form.sentAgain?.(context, makeSent(signedOut))
    return { visit: signedOut, response: again ?? signedOutPage(path) }
  }
  if (!isSignedIn(visit)) return answerSignedOut()
  if (isForSomeoneElse(context.keys, visit.signedIn.accountId, fields)) {
    return {
      visit,
      response: someoneElsePage(isShown ? path : (form.back?.(encoded(admitted.params)) ?? '/')),
    }
  }
  const sent = makeSent(visit)
  if (!isFresh(visit.signedIn.times, visit.now) && (await needsProof(context, form, sent))) {
    const proved = await proveAnew(context, { ...sent, fields })
    if (proved !== 'proved') return { visit, response: proved }
  }
  try {
    const takenBy = form.work.needsProof === true ? asProved(context, visit) : context
    return { visit, response: await takeForm(takenBy, frame, form, sent) }
  } catch (error) {
    if (error instanceof SessionEnded) return answerSignedOut()
    throw error
  }
}

/** Every endpoint that the form calls checks the session in its transaction, as operations do by themselves. */
const asProved = (context: PageContext, { signedIn, now }: SignedInVisit): PageContext => {
  const provedIn = { sessionId: signedIn.sessionId, admittedAt: now }
  return {
    ...context,
    call: (endpoint, actor, call) => context.call(endpoint, actor, { ...call, provedIn }),
  }
}

const needsProof = async (
  context: PageContext,
  { work: { needsProof: needs } }: Extract<Form, { readonly access: 'signed_in' }>,
  sent: SentForm<SignedInVisit>,
): Promise<boolean> => {
  if (typeof needs === 'boolean') return needs
  try {
    return await needs(context, sent)
  } catch (error) {
    // What is refused here is refused again by the work, which says so on the page of the form.
    if (error instanceof Refusal) return false
    throw error
  }
}

const answerLinkForm = async (
  context: PageContext,
  frame: PageFrame,
  request: FastifyRequest,
  form: LinkForm,
): Promise<SiteResponse> => {
  const admitted = await admitLink(context, request, form.link, 'write')
  if ('response' in admitted) return admitted.response
  const given = readFields(request.headers['content-type'], request.body)
  if (!given && !form.takesAnything) return frame.plain.unreadable()
  const fields = given ?? new URLSearchParams()
  const sent = { ...admitted, path: admitted.linkPath, fields, key: makeFormKey(admitted.linkPath, fields) }
  // As things stand now: what was pressed may have been refused since they have changed.
  const on: LinkForm['on'] = async (shownTo, again: LinkRequest<never>, failed) => {
    const now = context.clock.now()
    const found = await openLink(context, form.link, signedText(request), now)
    return 'response' in found
      ? found.response
      : form.on(shownTo, { ...again, opened: found.opened, now }, failed)
  }
  return takeForm(context, frame, { ...form, on }, sent)
}

/** Nobody who sends a form knows of its key. */
const ofKeys: Partial<Readonly<Record<Reason, string>>> = {
  key_reused: 'This form was sent before. Open the page again to see what came of it.',
  key_in_use: 'This form was sent before, and is still being worked on. Open the page again in a moment.',
}

/** A form that was not taken is shown again, with what was typed and what is wrong. */
const takeForm = <Request extends { readonly params: Readonly<Record<string, string>> }>(
  context: PageContext,
  frame: PageFrame,
  form: Pick<FormOf<Request>, 'work' | 'on' | 'list'>,
  sent: Request & SentFields,
): Promise<SiteResponse> =>
  orRefused(
    frame,
    async () => {
      try {
        return await form.work.receive(context, sent)
      } catch (error) {
        if (!(error instanceof Refusal) || error.code === 'not_found' || error.code === 'internal_error')
          throw error
        const problems = error.details.fields ?? []
        const message = problems.length > 0 ? null : (ofKeys[error.reason] ?? error.message)
        const failed = { path: sent.path, typed: sent.fields, problems, message }
        const shown = await form.on(context, sent, failed)
        return shown.kind === 'shown'
          ? {
              ...shown,
              status: codes[error.code].status,
              title: frame.failedTitle(shown.title),
              retryAfter: error.details.retryAfter ?? null,
            }
          : shown
      }
    },
    form.list?.(encoded(sent.params)),
  )
