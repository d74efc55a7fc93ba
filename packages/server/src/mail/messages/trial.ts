// The mail by which an operator tries the mail server. It is not kept, carries no link, and asks for nothing.
import { html } from '../../kernel/html.ts'
import type { MailId } from '../../kernel/ids.ts'
import type { Mail, MailSender } from './compose.ts'

export const composeTrial = (id: MailId, to: string, sender: MailSender): Mail => {
  const { baseUrl, from, siteName, siteContact } = sender
  const { host, hostname } = new URL(baseUrl)
  const subject = `A test mail of ${siteName}`
  const lines = [
    `The operator of ${siteName} (${host}) sent this mail to see whether mails arrive. This one did.`,
    `There is nothing for you to do.${siteContact === null ? '' : ` ${siteName} is run by ${siteContact}.`}`,
    'Replies to this mail are not read.',
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
