// The mail by which an operator tries the mail server. It is not kept, carries no link, and asks for nothing.
import { html } from '../../kernel/html.ts'
import type { MailId } from '../../kernel/ids.ts'
import { words } from '../../wording/words.ts'
import type { Mail, MailSender } from './compose.ts'

export const composeTrial = (id: MailId, to: string, sender: MailSender): Mail => {
  const { baseUrl, from, siteName, siteContact } = sender
  const { host, hostname } = new URL(baseUrl)
  const { mail, mailTrial } = words
  const subject = mailTrial.subject({ site: siteName })
  const lines = [
    mailTrial.lead({ site: siteName, host }),
    mailTrial.nothingToDo,
    ...(siteContact === null ? [] : [mailTrial.runBy({ site: siteName, contact: siteContact })]),
    mail.replies,
  ]
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <title>${subject}</title>
      </head>
      <body>
        ${lines.map((line) => html`<p>${line}</p>`)}
      </body>
    </html>`
  return {
    messageId: `<${id}@${hostname}>`,
    from,
    to,
    subject,
    text: `${lines.join('\n\n')}\n`,
    html: page.text,
    threadId: null,
    oneClickUrl: null,
  }
}
