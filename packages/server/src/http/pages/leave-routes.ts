// /leave/{signed}: a group that someone was added to, and their way out. GET shows, POST leaves and leads on to a
// page that can be reloaded without sending anything again.
import type { FastifyInstance } from 'fastify'
import { findLeaving, leaveByLink, type Leaving } from '../../features/groups/leave.service.ts'
import { mailsUrl, readLeaveLink, type LeaveLink } from '../../mail/links.ts'
import type { Floor } from '../floor.ts'
import { basePath } from './document.ts'
import { isOwnForm } from './form.ts'
import { lastAdminPage, leavePage, leftPage, type LeaveShown } from './leave-page.ts'
import { sendPage, type PageParts, type PageReply, type SignedPath } from './page-parts.ts'
import { foreignFormPage, lapsedLeavePage, unknownLinkPage } from './plain-pages.ts'

export const leaveRoutes = (
  scope: FastifyInstance,
  { store, keys, clock }: Floor,
  { site }: PageParts,
): void => {
  /** The link if it is still good, or the page that says why it is not. */
  const openLink = (text: string): LeaveLink | PageReply => {
    const link = readLeaveLink(keys, text)
    if (!link) return { status: 404, page: unknownLinkPage(site) }
    return clock.now() < link.by ? link : { status: 410, page: lapsedLeavePage(site) }
  }

  const show = async (
    link: LeaveLink,
    compose: (leaving: Leaving, shown: LeaveShown) => PageReply,
  ): Promise<PageReply> => {
    const leaving = await findLeaving(store, link)
    if (!leaving) return { status: 404, page: unknownLinkPage(site) }
    const { address, personId } = leaving
    const mailsPath = mailsUrl(keys, basePath(site.baseUrl), address, personId, null)
    return compose(leaving, { site, mailsPath, by: link.by, now: clock.now() })
  }

  /** The button while there is something to leave; then how things stand. */
  const shows = (path: string, otherwise: (leaving: Leaving, shown: LeaveShown) => PageReply): void => {
    scope.get<SignedPath>(path, async (request, reply) => {
      const link = openLink(request.params.signed)
      const compose = (leaving: Leaving, shown: LeaveShown): PageReply =>
        leaving.isOpen ? { status: 200, page: leavePage(leaving, shown) } : otherwise(leaving, shown)
      const { status, page } = 'page' in link ? link : await show(link, compose)
      return sendPage(reply, status, page)
    })
  }
  shows('/leave/:signed', (...left) => ({ status: 410, page: leftPage(...left, 'used') }))
  shows('/leave/:signed/done', (...left) => ({ status: 200, page: leftPage(...left, 'done') }))

  scope.post<SignedPath>('/leave/:signed', async (request, reply) => {
    const { signed } = request.params
    const link = openLink(signed)
    if ('page' in link) return sendPage(reply, link.status, link.page)
    if (!isOwnForm(request.headers['content-type'], request.body, 'leave')) {
      return sendPage(reply, 400, foreignFormPage(site))
    }
    const left = await store.write((tx) => leaveByLink(tx, link, clock.now()))
    // Sent twice, it leads to the same page as the first time, and changes nothing.
    if (left !== 'last_admin') return reply.redirect(`${basePath(site.baseUrl)}/leave/${signed}/done`, 303)
    const refused = await show(link, (leaving, shown) => ({
      status: 409,
      page: lastAdminPage(leaving, shown),
    }))
    return sendPage(reply, refused.status, refused.page)
  })
}
