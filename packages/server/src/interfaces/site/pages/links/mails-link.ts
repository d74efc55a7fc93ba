// /stop/{signed}: which mails go to an address, in steps, each of which can be undone here. A mail program may send a POST of
// its own (RFC 8058): that stops mails of the kind in which the link stands, and no more.
import { chooseMailsByLink } from '../../../../features/mail-preferences/mail-preferences.operations.ts'
import {
  findMailChoices,
  oneClickWishes,
  wishes,
  type Wish,
} from '../../../../features/mail-preferences/mail-preferences.service.ts'
import { html, type Html } from '../../../../kernel/html.ts'
import { readMailsLink, type MailsLink } from '../../../../mail/messages/links.ts'
import { show, type ShownPage, type SiteResponse } from '../../engine/response.ts'
import { doesOneOf } from '../../engine/form-work.ts'
import type { LinkAccess } from '../../engine/link-access.ts'
import { foreignFormPage } from '../../engine/link-plain-pages.ts'
import type { PageContext } from '../../engine/page-context.ts'
import { linkForm, linkPage, type SentLinkForm } from '../../engine/page.ts'
import { notice } from '../../parts/notices.ts'
import { mailSteps } from './mail-steps.ts'

const mailsLink: LinkAccess<MailsLink, MailsLink> = {
  path: '/stop',
  read: ({ keys }, signed) => readMailsLink(keys, signed),
  // Links of 0.1 named nobody: theirs are counted by the address.
  windowOf: ({ personId, addressHash }) => `stop:${personId ?? addressHash}`,
  open: async (_, link) => link,
  personOf: () => null,
}

const notices = {
  done: notice('That is noted.', 'good'),
  too_often: notice('Nothing was changed: that was switched too often today.', 'bad'),
} as const

const mailsPage = async (
  { site, keys, read }: PageContext,
  link: MailsLink,
  said?: keyof typeof notices,
): Promise<ShownPage> => {
  const choices = await read(findMailChoices, keys, link)
  return show({
    title: 'Mails to you',
    isNarrow: true,
    main: html`${said && notices[said]}
      <h1>Mails to you</h1>
      <p class="lead">What ${site.name} writes to the address that this link was sent to.</p>
      ${mailSteps(site, choices, button)}`,
  })
}

const button = (wish: Wish, label: string): Html =>
  html`<form method="post"><button name="choice" value="${wish}">${label}</button></form>`

const receive = async (context: PageContext, sent: SentLinkForm<MailsLink>): Promise<SiteResponse> => {
  const link = sent.opened
  const pressed = sent.fields.get('choice')
  const wish = wishes.find((known) => known === pressed)
  const wanted = wish ? [wish] : pressed === null ? oneClickWishes(link) : []
  if (wanted.length === 0) return foreignFormPage()
  const granted = await context.operations.run(chooseMailsByLink, {
    by: null,
    found: link,
    members: { wishes: wanted },
  })
  const page = await mailsPage(context, link, granted)
  return granted === 'done' ? page : { ...page, status: 429 }
}

export const mailsLinkPages = [
  linkPage(mailsLink, (context, { opened }) => mailsPage(context, opened)),
  linkForm(mailsLink, {
    work: doesOneOf([chooseMailsByLink], receive),
    on: (context, { opened }) => mailsPage(context, opened),
    takesAnything: true,
  }),
]
