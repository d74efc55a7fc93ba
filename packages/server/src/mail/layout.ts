// One layout for every mail, as plain text and as HTML: no picture, no script, nothing that tells anyone that
// it was opened.
import { html, type Html } from '../kernel/html.ts'
import type { Draft } from './wording.ts'

export interface MailLinks {
  readonly answer: string | null
  readonly stop: string
}

export const toText = (draft: Draft, links: MailLinks): string => {
  const { lead, quoted, asked, notes, why } = draft
  const parts = [
    ...lead,
    ...quoted.map(([label, text]) => `${label}:\n${text.replaceAll(/^/gm, '    ')}`),
    ...(asked && links.answer ? [`${asked.label}:\n${links.answer}`, asked.until] : []),
    ...notes,
    `-- \n${why}\nNo more mails to this address:\n${links.stop}`,
  ]
  return `${parts.join('\n\n')}\n`
}

const font = "font-family:system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"
const button =
  'display:inline-block;padding:14px 24px;border-radius:10px;background:#2f4bd8;color:#ffffff;font-weight:600;text-decoration:none'

export const toHtml = (draft: Draft, links: MailLinks): string => {
  const { subject, lead, quoted, asked, notes, why } = draft
  const body = html`<h1 style="margin:0 0 16px;font-size:22px;line-height:1.3">${subject}</h1>
    ${lead.map((line) => html`<p style="margin:0 0 16px">${line}</p>`)}
    ${quoted.map(([label, text]) => quotation(label, text))}
    ${
      asked && links.answer
        ? html`<p style="margin:24px 0 12px">
              <a href="${links.answer}" style="${button}">${asked.label}</a>
            </p>
            <p style="margin:0 0 16px">${asked.until}</p>`
        : null
    }
    ${notes.map((line) => html`<p style="margin:0 0 16px">${line}</p>`)}
    <p style="margin:32px 0 0;padding-top:16px;border-top:1px solid #d9dbe3;font-size:13px;color:#757985">
      ${why}<br /><a href="${links.stop}" style="color:#757985">No more mails to this address</a>
    </p>`
  return page(subject, body).text
}

const quotation = (label: string, text: string): Html => {
  // Not every mail program knows how to keep line ends.
  const lines = text.split('\n').map((line, index) => html`${index > 0 ? html`<br />` : null}${line}`)
  return html`<p style="margin:0 0 4px;font-size:13px;color:#757985">${label}</p>
    <p style="margin:0 0 16px;padding:4px 0 4px 12px;border-left:3px solid #2f4bd8">${lines}</p>`
}

const page = (title: string, body: Html): Html =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title}</title>
      </head>
      <body style="margin:0;padding:24px;${font};font-size:16px;line-height:1.5">
        <div style="max-width:560px;margin:0 auto">${body}</div>
      </body>
    </html>`
