// One layout for every mail, as plain text and as HTML: no picture, no script, nothing that tells anyone that
// it was opened.
import { html, type Html } from '../../kernel/html.ts'
import { words } from '../../wording/words.ts'
import type { Draft } from './wording.ts'

/** A notice with the page that it leads to. */
export interface MailSection extends Draft {
  readonly url: string
}

/** What stands under every mail. */
export interface Foot {
  readonly siteName: string
  readonly siteContact: string | null
  readonly baseUrl: string
  readonly imprintUrl: string | null
  readonly privacyUrl: string | null
  readonly whys: readonly string[]
  /** Where they say which mails they want; null in a mail that they asked for themselves. */
  readonly mailsUrl: string | null
}

const footLines = ({ siteName, siteContact, baseUrl, whys }: Foot): readonly string[] => [
  ...whys,
  words.mail.about({ site: siteName, host: new URL(baseUrl).host }),
  ...(siteContact === null ? [] : [words.mail.runBy({ contact: siteContact })]),
  words.mail.replies,
]

const ruleLinks = ({ imprintUrl, privacyUrl }: Foot): readonly (readonly [label: string, url: string])[] => [
  ...(imprintUrl === null ? [] : [[words.mail.imprint, imprintUrl] as const]),
  ...(privacyUrl === null ? [] : [[words.mail.privacy, privacyUrl] as const]),
]

export const toText = (sections: readonly MailSection[], foot: Foot): string => {
  const parts = sections.flatMap((section, index) => [
    sections.length === 1 ? section.title : `${index === 0 ? '' : '\n'}* ${section.title}`,
    ...section.lead,
    ...section.quoted.map(([label, text]) => `${label}:\n${text.replaceAll(/^/gm, '    ')}`),
    `${section.action}:\n${section.url}`,
    ...(section.until === null ? [] : [section.until]),
    ...section.notes,
  ])
  const choice = foot.mailsUrl === null ? [] : [`${words.mail.choose}:\n${foot.mailsUrl}`]
  const rules = ruleLinks(foot).map(([label, url]) => `${label}: ${url}`)
  const under = [...footLines(foot), ...rules, ...choice]
  return `${[...parts, `-- \n${under.join('\n')}`].join('\n\n')}\n`
}

const font = "font-family:system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"
const button =
  'display:inline-block;padding:14px 24px;border-radius:10px;background:#2f4bd8;color:#ffffff;font-weight:600;text-decoration:none'
const ground = 'background:#ffffff;color:#171a24'
const quiet = 'color:#5a6072'
const line = 'border-top:1px solid #d5d9e4'

// What stands in the elements holds for a reader in the light, and for programs that know no style sheets. They are the
// colours of the pages (assets/look/tokens.css).
const darkStyle = `
@media (prefers-color-scheme: dark) {
  .ground { background: #10121a !important; color: #eceef6 !important; }
  .quiet { color: #a5abbd !important; }
  .line { border-color: #363b4c !important; }
  .quotation { border-color: #9db0ff !important; }
  .button { background: #9db0ff !important; color: #10162e !important; }
}
`

export const toHtml = (subject: string, sections: readonly MailSection[], foot: Foot): string => {
  const body = html`${sections.map((section, index) => sectionHtml(section, index > 0))}
    <p class="quiet line" style="margin:32px 0 0;padding-top:16px;${line};font-size:13px;${quiet}">
      ${footLines(foot).map((text) => html`${text}<br />`)}
      ${ruleLinks(foot).map(([label, url]) => html`<a class="quiet" href="${url}" style="${quiet}">${label}</a><br />`)}
      ${
        foot.mailsUrl === null
          ? null
          : html`<a class="quiet" href="${foot.mailsUrl}" style="${quiet}">${words.mail.choose}</a>`
      }
    </p>`
  return page(subject, body).text
}

const sectionHtml = (section: MailSection, isLater: boolean): Html => {
  const { title, lead, quoted, action, url, until, notes } = section
  const above = isLater ? `margin:32px 0 16px;padding-top:24px;${line}` : 'margin:0 0 16px'
  return html`<h1 class="line" style="${above};font-size:22px;line-height:1.3">${title}</h1>
    ${lead.map(paragraph)} ${quoted.map(([label, text]) => quotation(label, text))}
    <p style="margin:24px 0 12px"><a class="button" href="${url}" style="${button}">${action}</a></p>
    ${until === null ? null : paragraph(until)} ${notes.map(paragraph)}`
}

const paragraph = (text: string): Html => html`<p style="margin:0 0 16px">${text}</p>`

const quotation = (label: string, text: string): Html => {
  // Not every mail program knows how to keep line ends.
  const lines = text.split('\n').map((one, index) => html`${index > 0 ? html`<br />` : null}${one}`)
  return html`<p class="quiet" style="margin:0 0 4px;font-size:13px;${quiet}">${label}</p>
    <p
      class="quotation"
      dir="auto"
      style="margin:0 0 16px;padding:4px 0 4px 12px;border-left:3px solid #2f4bd8"
    >
      ${lines}
    </p>`
}

const page = (title: string, body: Html): Html =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <title>${title}</title>
        <style>
          ${darkStyle}
        </style>
      </head>
      <body class="ground" style="margin:0;padding:24px;${ground};${font};font-size:16px;line-height:1.5">
        <div class="ground" style="max-width:560px;margin:0 auto;${ground}">${body}</div>
      </body>
    </html>`
