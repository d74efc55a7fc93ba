// /leave/{signed}: a group that someone was added to, and their way out.
import { leaveGroupByLink } from '../../../../features/groups/leave.operations.ts'
import { findLeaving, type Leaving } from '../../../../features/groups/leave.service.ts'
import { mailsUrl, readLeaveLink, type LeaveLink } from '../../../../mail/messages/links.ts'
import { leadTo, type SiteResponse } from '../../engine/response.ts'
import { doesOneOf } from '../../engine/form-work.ts'
import type { LinkAccess } from '../../engine/link-access.ts'
import { endedLeavePage, foreignFormPage, lapsedLeavePage } from '../../engine/link-plain-pages.ts'
import type { PageContext } from '../../engine/page-context.ts'
import { linkForm, linkPage, type LinkRequest, type SentLinkForm } from '../../engine/page.ts'
import { basePath } from '../../engine/site.ts'
import { lastAdminPage, leavePage, leftPage, type LeaveShown } from './leave-page.ts'

interface OpenedLeave {
  readonly link: LeaveLink
  readonly leaving: Leaving
}

const leaveLink: LinkAccess<LeaveLink, OpenedLeave> = {
  path: '/leave',
  read: ({ keys }, signed, now) => {
    const link = readLeaveLink(keys, signed)
    return link && now >= link.by ? lapsedLeavePage() : link
  },
  windowOf: ({ memberId }) => `leave:${memberId}`,
  open: async ({ read }, link) => {
    const leaving = await read(findLeaving, link)
    if (leaving === 'link_ended') return endedLeavePage()
    return leaving && { link, leaving }
  },
  personOf: ({ leaving }) => leaving,
}

const shownFor = ({ site, keys }: PageContext, { opened, now }: LinkRequest<OpenedLeave>): LeaveShown => {
  const { address, personId } = opened.leaving
  return { site, mailsPath: mailsUrl(keys, basePath(site), address, personId, null), by: opened.link.by, now }
}

/** The button while there is something to leave; then how things stand. */
const shows =
  (isDone: boolean) =>
  (context: PageContext, request: LinkRequest<OpenedLeave>): SiteResponse => {
    const { leaving } = request.opened
    const shown = shownFor(context, request)
    if (leaving.isOpen) return leavePage(leaving, shown)
    return isDone ? leftPage(leaving, shown, 'done') : { ...leftPage(leaving, shown, 'used'), status: 410 }
  }

const receive = async (context: PageContext, sent: SentLinkForm<OpenedLeave>): Promise<SiteResponse> => {
  if (sent.fields.get('choice') !== 'leave') return foreignFormPage()
  const { link, leaving } = sent.opened
  const { personId } = leaving
  const left = await context.operations.run(leaveGroupByLink, {
    by: { personId },
    found: link,
  })
  // Sent twice, it leads to the same page as the first time, and changes nothing.
  if (left !== 'last_admin') return leadTo(`${sent.linkPath}/done`)
  return { ...lastAdminPage(leaving, shownFor(context, sent)), status: 409 }
}

export const leaveLinkPages = [
  linkPage(leaveLink, shows(false)),
  linkPage(leaveLink, shows(true), '/done'),
  linkForm(leaveLink, { work: doesOneOf([leaveGroupByLink], receive), on: shows(false) }),
]
