// Who asks for a page by the link of a mail: what the link leads to, how often, and whether its person wants to be signed in
// first. Without a site there is nowhere to sign in, and links act as they always did.
import type { FastifyRequest } from 'fastify'
import { secondsUntil } from '../../../kernel/instants.ts'
import type { RateClass } from '../../../limits/rate-limiter.ts'
import type { RawQuery } from '../../../operations/query.ts'
import { hasNul } from '../../http/odd-address.ts'
import { findRequestOrigin } from '../../http/origin.ts'
import { leadTo, type ShownPage, type SiteResponse } from './response.ts'
import type { AnyLink, LinkPerson } from './link-access.ts'
import { otherPersonPage, unknownLinkPage } from './link-plain-pages.ts'
import type { PageContext } from './page-context.ts'
import type { LinkRequest } from './page.ts'
import { tooFastPage } from './plain-pages.ts'
import { basePath } from './site.ts'
import { readVisit } from './visit.ts'

/** What the link leads to, or what is shown in its place. */
export const admitLink = async (
  context: PageContext,
  request: FastifyRequest,
  link: AnyLink,
  rateClass: RateClass,
): Promise<LinkRequest<never> | { readonly response: SiteResponse }> => {
  const { site, clock } = context
  if (hasNul(request)) return { response: unknownLinkPage() }
  const signed = signedText(request)
  const now = clock.now()
  const admission = (which: string) => admitByLink(context, which, rateClass)
  const found = await openLink(context, link, signed, now, admission)
  if ('response' in found) return found
  const { opened } = found
  const linkPath = `${basePath(site)}${link.path}/${signed}`
  const person = link.personOf(opened)
  const other = person && (await refuseOthers(context, request, person, linkPath))
  if (other) return { response: other }
  const { values } = request.query as RawQuery
  return { opened, linkPath, params: { signed }, query: values, now }
}

/** The signed text in the path. */
export const signedText = ({ params }: FastifyRequest): string =>
  (params as { readonly signed: string }).signed

type AdmitByWindow = (which: string) => Promise<ShownPage | undefined>

/** What is behind a link now, or the page that says why there is nothing. */
export const openLink = async (
  context: PageContext,
  link: AnyLink,
  signed: string,
  now: number,
  admission: AdmitByWindow = () => Promise.resolve(undefined),
): Promise<{ readonly opened: never } | { readonly response: SiteResponse }> => {
  const read = link.read(context, signed, now)
  if (read === undefined || isShown(read)) return { response: read ?? unknownLinkPage() }
  // A kind of link takes what it has read itself, and its pages what it has opened.
  const tooFast = await admission(link.windowOf(read as never))
  if (tooFast) return { response: tooFast }
  const opened = await link.open(context, read as never, now)
  if (opened === undefined || isShown(opened)) return { response: opened ?? unknownLinkPage() }
  return { opened: opened as never }
}

/** Counted in a window of links. The page that says to wait; undefined where there is no need to. */
export const admitByLink = async (
  { limiter, clock }: PageContext,
  which: string,
  rateClass: RateClass,
): Promise<ShownPage | undefined> => {
  const { admitted, waitMs } = await limiter.admit(`link:${which}`, rateClass)
  if (admitted) return undefined
  const now = clock.now()
  return tooFastPage(secondsUntil(now + waitMs, now))
}

/** The answer where the browser is not theirs, or nobody's yet. `path`: where they go on once they are signed in. */
const refuseOthers = async (
  context: PageContext,
  request: FastifyRequest,
  { personId, signsIn }: LinkPerson,
  path: string,
): Promise<SiteResponse | undefined> => {
  const { config, clock } = context
  if (!signsIn || !config.site.isOn) return undefined
  const origin = findRequestOrigin(config, request)
  const visit = origin && (await readVisit(context, request, origin.isSecure, clock.now()))
  if (!visit?.signedIn) return leadTo(`/sign-in?next=${encodeURIComponent(path)}`)
  return visit.signedIn.account.personId === personId ? undefined : otherPersonPage()
}

const isShown = (found: unknown): found is ShownPage =>
  typeof found === 'object' && found !== null && 'kind' in found && found.kind === 'shown'
