// The page behind the link in the foot of a mail: which mails a person gets, in steps, each of which can be undone here.
import type { MailChoices, Wish } from '../../features/mails/mails.service.ts'
import { html, type Html } from '../../kernel/html.ts'
import { renderDocument } from './document.ts'
import { mailSteps } from './mail-steps.ts'
import type { Site } from './page-parts.ts'

const banners = {
  done: ['status', 'banner', 'That is noted.'],
  too_often: ['alert', 'banner problem', 'Nothing was changed: that was switched too often today.'],
} as const

export const mailsPage = (site: Site, choices: MailChoices, said?: keyof typeof banners): Html => {
  const [role, look, text] = said ? banners[said] : []
  return renderDocument(
    site,
    'Mails to you',
    html`<main class="card">
      ${text ? html`<p class="${look}" role="${role}">${text}</p>` : null}
      <h1>Mails to you</h1>
      <p class="intro">What ${site.name} writes to the address that this link was sent to.</p>
      ${mailSteps(site, choices, button)}
    </main>`,
  )
}

const button = (wish: Wish, label: string): Html =>
  html`<form method="post"><button class="second" name="choice" value="${wish}">${label}</button></form>`
