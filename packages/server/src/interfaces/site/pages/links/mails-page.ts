// The page behind the link in the foot of a mail: which mails a person gets, in steps, each of which can be undone here.
import type { MailChoices, Wish } from '../../../../features/mails/mails.service.ts'
import { html, type Html } from '../../../../kernel/html.ts'
import { notice } from '../../parts/notices.ts'
import { renderDocument } from './document.ts'
import { mailSteps } from './mail-steps.ts'
import type { Site } from './page-parts.ts'

const notices = {
  done: notice('That is noted.', 'good'),
  too_often: notice('Nothing was changed: that was switched too often today.', 'bad'),
} as const

export const mailsPage = (site: Site, choices: MailChoices, said?: keyof typeof notices): Html =>
  renderDocument(site, {
    title: 'Mails to you',
    main: html`${said && notices[said]}
      <h1>Mails to you</h1>
      <p class="lead">What ${site.name} writes to the address that this link was sent to.</p>
      ${mailSteps(site, choices, button)}`,
  })

const button = (wish: Wish, label: string): Html =>
  html`<form method="post"><button name="choice" value="${wish}">${label}</button></form>`
