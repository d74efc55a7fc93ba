// One layout for every mail, as plain text and as HTML: no picture, no script, nothing that tells anyone that
// it was opened.
import { html, type Html } from '../kernel/html.ts'
import type { Draft } from './wording.ts'

/** A notice with the page that it leads to. */
export interface MailSection extends Draft {
  readonly url: string | null
}

/** What stands under every mail. */
export interface Foot {
  readonly siteName: string
  readonly siteContact: string | null
  readonly baseUrl: string
  readonly whys: readonly string[]
  /** Where they say which mails they want. */
  readonly mailsUrl: string
  /** The mail itself is about that page. */
  readonly isUndone: boolean
}

const footLines = ({ siteName, siteContact, baseUrl, whys }: Foot): readonly string[] => [
  ...whys,
  `${siteName} (${new URL(baseUrl).host}) keeps track of challenges between two people.${
    siteContact === null ? '' : ` It is run by ${siteContact}.`
  }`,
  'Replies to this mail are not read.',
]

const mailsLabel = ({ isUndone }: Foot): string =>
  isUndone ? 'Get mails again' : 'Choose which mails you get'

export const toText = (sections: readonly MailSection[], foot: Foot): string => {
  const parts = sections.flatMap((section, place) => [
    ...(sections.length > 1 ? [`${place === 0 ? '' : '\n'}* ${section.title}`] : []),
    ...section.lead,
    ...section.quoted.map(([label, text]) => `${label}:\n${text.replaceAll(/^/gm, '    ')}`),
    ...(section.url ? [`${section.action}:\n${section.url}`] : []),
    ...(section.until === null ? [] : [section.until]),
    ...section.notes,
  ])
  const under = [...footLines(foot), `${mailsLabel(foot)}:\n${foot.mailsUrl}`]
  return `${[...parts, `-- \n${under.join('\n')}`].join('\n\n')}\n`
}

const font = "font-family:system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"
const button =
  'display:inline-block;padding:14px 24px;border-radius:10px;background:#2f4bd8;color:#ffffff;font-weight:600;text-decoration:none'
const quiet = 'color:#5f6371'

export const toHtml = (subject: string, sections: readonly MailSection[], foot: Foot): string => {
  const body = html`${sections.map((section, place) => sectionHtml(section, place > 0))}
    <p style="margin:32px 0 0;padding-top:16px;border-top:1px solid #d9dbe3;font-size:13px;${quiet}">
      ${footLines(foot).map((line) => html`${line}<br />`)}
      <a href="${foot.mailsUrl}" style="${quiet}">${mailsLabel(foot)}</a>
    </p>`
  return page(subject, body).text
}

const sectionHtml = (section: MailSection, isLater: boolean): Html => {
  const { title, lead, quoted, action, url, until, notes } = section
  const above = isLater
    ? 'margin:32px 0 16px;padding-top:24px;border-top:1px solid #d9dbe3'
    : 'margin:0 0 16px'
  return html`<h1 style="${above};font-size:22px;line-height:1.3">${title}</h1>
    ${lead.map((line) => html`<p style="margin:0 0 16px">${line}</p>`)}
    ${quoted.map(([label, text]) => quotation(label, text))}
    ${url ? html`<p style="margin:24px 0 12px"><a href="${url}" style="${button}">${action}</a></p>` : null}
    ${until === null ? null : html`<p style="margin:0 0 16px">${until}</p>`}
    ${notes.map((line) => html`<p style="margin:0 0 16px">${line}</p>`)}`
}

const quotation = (label: string, text: string): Html => {
  // Not every mail program knows how to keep line ends.
  const lines = text.split('\n').map((line, index) => html`${index > 0 ? html`<br />` : null}${line}`)
  return html`<p style="margin:0 0 4px;font-size:13px;${quiet}">${label}</p>
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
