// The frame of every page.
import { html, type Html } from '../../kernel/html.ts'
import { STYLE_PATH, styleVersion } from './style.ts'

/** The path under which the outside reaches us; empty where that is the root. */
export const basePath = (baseUrl: string): string => new URL(baseUrl).pathname.replace(/\/$/, '')

export const documentOf = (baseUrl: string, title: string, body: Html): Html =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex, nofollow" />
        <title>${title}</title>
        <link rel="stylesheet" href="${basePath(baseUrl)}${STYLE_PATH}?v=${styleVersion}" />
      </head>
      <body>
        <header>Challenge Service</header>
        ${body}
      </body>
    </html>`

/** What a page that belongs to one person is framed with. */
export interface PersonalFrame {
  readonly baseUrl: string
  /** Where this person stops their mails. */
  readonly stopPath: string | null
}

/** `power`: what whoever has the link can do with it. */
export const personalPage = (
  { baseUrl, stopPath }: PersonalFrame,
  title: string,
  main: Html,
  power: string,
): Html =>
  documentOf(
    baseUrl,
    title,
    html`${main}
      <footer>
        <p>This page is yours alone: whoever has its link can ${power} for you. You need no account.</p>
        ${
          stopPath
            ? html`<form method="post" action="${stopPath}">
                <button class="link" name="choice" value="stop">Stop all mails to me</button>
              </form>`
            : null
        }
      </footer>`,
  )
