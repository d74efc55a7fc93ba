// /stop/{signed}: which mails go to an address. GET shows, a button changes. A mail program may send a POST of its own
// (RFC 8058): that stops mails of the kind in which the link stands, and no more.
import type { FastifyInstance } from 'fastify'
import {
  findMailChoices,
  grantLoggedWish,
  oneClickWishes,
  wishes,
} from '../../../../features/mails/mails.service.ts'
import { readMailsLink, type MailsLink } from '../../../../mail/links.ts'
import type { ServiceContext } from '../../../../operations/context.ts'
import { pressedIn } from './form.ts'
import { refuseHaste } from './link-limits.ts'
import { mailsPage } from './mails-page.ts'
import { sendPage, type PageParts, type PageReply, type SignedPath } from './page-parts.ts'
import { foreignFormPage, unknownLinkPage } from './plain-pages.ts'

export const mailsRoutes = (scope: FastifyInstance, context: ServiceContext, { site }: PageParts): void => {
  const { store, keys, clock } = context

  const show = async (link: MailsLink, status: number, said?: 'done' | 'too_often'): Promise<PageReply> => ({
    status,
    page: mailsPage(site, await findMailChoices(store, keys, link), said),
  })

  scope.get<SignedPath>('/stop/:signed', async (request, reply) => {
    const link = readMailsLink(keys, request.params.signed)
    if (!link) return sendPage(reply, 404, unknownLinkPage(site))
    const tooMany = await refuseHaste(context, site, reply, windowOf(link), 'read')
    if (tooMany) return sendPage(reply, tooMany.status, tooMany.page)
    const { status, page } = await show(link, 200)
    return sendPage(reply, status, page)
  })

  scope.post<SignedPath>('/stop/:signed', async (request, reply) => {
    const link = readMailsLink(keys, request.params.signed)
    if (!link) return sendPage(reply, 404, unknownLinkPage(site))
    const tooMany = await refuseHaste(context, site, reply, windowOf(link), 'write')
    if (tooMany) return sendPage(reply, tooMany.status, tooMany.page)
    const pressed = pressedIn(request.headers['content-type'], request.body)
    const wish = wishes.find((known) => known === pressed)
    const wanted = wish ? [wish] : pressed === undefined ? oneClickWishes(link) : []
    if (wanted.length === 0) return sendPage(reply, 400, foreignFormPage(site))
    const granted = await store.write(async (tx) => {
      const outcomes = []
      for (const one of wanted)
        outcomes.push((await grantLoggedWish(tx, keys, link, one, { by: 'mail_link' }, clock.now())).outcome)
      return outcomes.includes('too_often') ? 'too_often' : 'done'
    })
    const { status, page } = await show(link, granted === 'done' ? 200 : 429, granted)
    return sendPage(reply, status, page)
  })
}

/** Links of 0.1 named nobody: theirs are counted by the address. */
const windowOf = ({ personId, addressHash }: MailsLink): string => `stop:${personId ?? addressHash}`
