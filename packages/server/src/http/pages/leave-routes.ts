// /leave/{signed}: a group that someone was added to, and their way out. GET shows, POST leaves and leads on to a
// page that can be reloaded without sending anything again.
import type { FastifyInstance } from 'fastify'
import { findLeaving, leaveByLink, type Leaving } from '../../features/groups/leave.service.ts'
import type { Html } from '../../kernel/html.ts'
import { readLeaveLink, stopUrl, type LeaveLink } from '../../mail/links.ts'
import type { Floor } from '../floor.ts'
import { basePath } from './document.ts'
import { isOwnForm } from './form.ts'
import { lastAdminPage, leavePage, leftPage, type LeaveShown } from './leave-page.ts'
import { sendPage, type PageParts } from './page-parts.ts'
import { foreignFormPage, lapsedLeavePage, unknownLinkPage } from './plain-pages.ts'

interface Signed {
  readonly Params: { readonly signed: string }
}

interface Answered {
  readonly status: number
  readonly page: Html
}

export const leaveRoutes = (
  scope: FastifyInstance,
  { store, keys, clock }: Floor,
  { baseUrl }: PageParts,
): void => {
  /** The link if it is still good, or the page that says why it is not. */
  const openLink = (text: string): LeaveLink | Answered => {
    const link = readLeaveLink(keys, text)
    if (!link) return { status: 404, page: unknownLinkPage(baseUrl) }
    return clock.now() < link.by ? link : { status: 410, page: lapsedLeavePage(baseUrl) }
  }

  const show = async (
    link: LeaveLink,
    compose: (leaving: Leaving, shown: LeaveShown) => Answered,
  ): Promise<Answered> => {
    const leaving = await findLeaving(store, link)
    if (!leaving) return { status: 404, page: unknownLinkPage(baseUrl) }
    const stopPath = stopUrl(keys, basePath(baseUrl), leaving.address)
    return compose(leaving, { baseUrl, by: link.by, now: clock.now(), stopPath })
  }

  /** The button while there is something to leave; then how things stand. */
  const shows = (path: string, otherwise: (leaving: Leaving, shown: LeaveShown) => Answered): void => {
    scope.get<Signed>(path, async (request, reply) => {
      const link = openLink(request.params.signed)
      const compose = (leaving: Leaving, shown: LeaveShown): Answered =>
        leaving.isOpen ? { status: 200, page: leavePage(leaving, shown) } : otherwise(leaving, shown)
      const { status, page } = 'page' in link ? link : await show(link, compose)
      return sendPage(reply, status, page)
    })
  }
  shows('/leave/:signed', (...left) => ({ status: 410, page: leftPage(...left, 'used') }))
  shows('/leave/:signed/done', (...left) => ({ status: 200, page: leftPage(...left, 'done') }))

  scope.post<Signed>('/leave/:signed', async (request, reply) => {
    const { signed } = request.params
    const link = openLink(signed)
    if ('page' in link) return sendPage(reply, link.status, link.page)
    if (!isOwnForm(request.headers['content-type'], request.body, 'leave')) {
      return sendPage(reply, 400, foreignFormPage(baseUrl))
    }
    const left = await store.write((tx) => leaveByLink(tx, link, clock.now()))
    // Sent twice, it leads to the same page as the first time, and changes nothing.
    if (left !== 'last_admin') return reply.redirect(`${basePath(baseUrl)}/leave/${signed}/done`, 303)
    const refused = await show(link, (leaving, shown) => ({
      status: 409,
      page: lastAdminPage(leaving, shown),
    }))
    return sendPage(reply, refused.status, refused.page)
  })
}
