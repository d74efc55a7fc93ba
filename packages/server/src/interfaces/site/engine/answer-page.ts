// Answers someone who asks for a page.
import { codes } from '@challenge-service/contract'
import type { FastifyRequest } from 'fastify'
import { Refusal } from '../../../kernel/refusal.ts'
import { GONE, withWord } from '../parts/flash.ts'
import { admitLink } from './admit-link.ts'
import { admitVisit } from './admit-visit.ts'
import { leadTo, type SiteResponse } from './response.ts'
import type { PageFrame } from './frames.ts'
import type { PageContext } from './page-context.ts'
import type { SitePage } from './page.ts'
import type { VisitResponse } from './send-response.ts'
import { isSignedIn, nobody } from './visit.ts'

export const answerPage = async (
  context: PageContext,
  frame: PageFrame,
  request: FastifyRequest,
  page: Extract<SitePage, { readonly kind: 'page' }>,
): Promise<VisitResponse> => {
  if (page.access === 'link') {
    const admitted = await admitLink(context, request, page.link, 'read')
    const response =
      'response' in admitted ? admitted.response : await orRefused(frame, () => page.show(context, admitted))
    return { visit: nobody(0), response }
  }
  const admitted = await admitVisit(
    context,
    request,
    'read',
    page.access === 'signed_in' && page.hasOwnWindow,
  )
  if ('response' in admitted) return admitted
  const { visit } = admitted
  if (page.access === 'anyone')
    return { visit, response: await orRefused(frame, () => page.show(context, admitted)) }
  if (!isSignedIn(visit)) {
    return { visit, response: leadTo(`/sign-in?next=${encodeURIComponent(request.url)}`) }
  }
  return { visit, response: await orRefused(frame, () => page.show(context, { ...admitted, visit })) }
}

/** What nobody can see here is not found, whatever the reason. What else is refused stands in the address. */
export const orRefused = async (
  { plain }: PageFrame,
  work: () => Promise<SiteResponse> | SiteResponse,
  list?: string,
): Promise<SiteResponse> => {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Refusal) || codes[error.code].status >= 500) throw error
    if (error.code !== 'not_found') return plain.oddAddress()
    return list === undefined ? plain.notFound() : leadTo(withWord(list, GONE))
  }
}
