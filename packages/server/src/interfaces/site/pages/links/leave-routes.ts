// /leave/{signed}: a group that someone was added to, and their way out. GET shows, POST leaves and leads on to a
// page that can be reloaded without sending anything again.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { findLeaving, leaveByLink, type Leaving } from '../../../../features/groups/leave.service.ts'
import { mailsUrl, readLeaveLink, type LeaveLink } from '../../../../mail/links.ts'
import type { ServiceContext } from '../../../../operations/context.ts'
import { basePath } from './document.ts'
import { isOwnForm } from './form.ts'
import { lastAdminPage, leavePage, leftPage, type LeaveShown } from './leave-page.ts'
import { refuseHaste } from './link-limits.ts'
import { refuseOthers, sendInstead, type Instead } from './own-links.ts'
import { sendPage, type PageParts, type PageReply, type SignedPath } from './page-parts.ts'
import { endedLeavePage, foreignFormPage, lapsedLeavePage, unknownLinkPage } from './plain-pages.ts'

interface OpenedLeave {
  readonly link: LeaveLink
  readonly leaving: Leaving
}

export const leaveRoutes = (scope: FastifyInstance, context: ServiceContext, { site }: PageParts): void => {
  const { store, keys, clock } = context

  /** The membership if its link is still good, or the page that says why it is not. */
  const open = async (text: string): Promise<OpenedLeave | PageReply> => {
    const link = readLeaveLink(keys, text)
    if (!link) return { status: 404, page: unknownLinkPage(site) }
    if (clock.now() >= link.by) return { status: 410, page: lapsedLeavePage(site) }
    const leaving = await findLeaving(store, link)
    if (leaving === 'link_ended') return { status: 410, page: endedLeavePage(site) }
    return leaving ? { link, leaving } : { status: 404, page: unknownLinkPage(site) }
  }

  const shownFor = ({ address, personId }: Leaving, { by }: LeaveLink): LeaveShown => {
    const mailsPath = mailsUrl(keys, basePath(site.baseUrl), address, personId, null)
    return { site, mailsPath, by, now: clock.now() }
  }

  /** The membership for whoever may look, or what is sent instead. */
  const admit = async (
    request: FastifyRequest<SignedPath>,
    reply: FastifyReply,
    rateClass: 'read' | 'write',
  ): Promise<OpenedLeave | Instead> => {
    const { signed } = request.params
    const opened = await open(signed)
    if ('page' in opened) return opened
    const { link, leaving } = opened
    const tooMany = await refuseHaste(context, site, reply, `leave:${link.memberId}`, rateClass)
    return tooMany ?? (await refuseOthers(context, site, request, leaving, pathOf(signed))) ?? opened
  }

  const pathOf = (signed: string): string => `${basePath(site.baseUrl)}/leave/${signed}`

  /** The button while there is something to leave; then how things stand. */
  const shows = (path: string, otherwise: (leaving: Leaving, shown: LeaveShown) => PageReply): void => {
    scope.get<SignedPath>(path, async (request, reply) => {
      const opened = await admit(request, reply, 'read')
      if (!('leaving' in opened)) return sendInstead(reply, opened)
      const { link, leaving } = opened
      const shown = shownFor(leaving, link)
      const { status, page } = leaving.isOpen
        ? { status: 200, page: leavePage(leaving, shown) }
        : otherwise(leaving, shown)
      return sendPage(reply, status, page)
    })
  }
  shows('/leave/:signed', (...left) => ({ status: 410, page: leftPage(...left, 'used') }))
  shows('/leave/:signed/done', (...left) => ({ status: 200, page: leftPage(...left, 'done') }))

  scope.post<SignedPath>('/leave/:signed', async (request, reply) => {
    const opened = await admit(request, reply, 'write')
    if (!('leaving' in opened)) return sendInstead(reply, opened)
    const { link, leaving } = opened
    if (!isOwnForm(request.headers['content-type'], request.body, 'leave')) {
      return sendPage(reply, 400, foreignFormPage(site))
    }
    const left = await store.write((tx) => leaveByLink(tx, link, clock.now()))
    // Sent twice, it leads to the same page as the first time, and changes nothing.
    if (left !== 'last_admin') return reply.redirect(`${pathOf(request.params.signed)}/done`, 303)
    return sendPage(reply, 409, lastAdminPage(leaving, shownFor(leaving, link)))
  })
}
