// The frame of every page.
import { html, type Html } from '../../kernel/html.ts'
import type { Site } from './page-parts.ts'
import { STYLE_PATH, styleVersion } from './style.ts'

/** The path under which the outside reaches us; empty where that is the root. */
export const basePath = (baseUrl: string): string => new URL(baseUrl).pathname.replace(/\/$/, '')

export const renderDocument = (site: Site, title: string, body: Html): Html =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex, nofollow" />
        <title>${title}</title>
        <link rel="stylesheet" href="${basePath(site.baseUrl)}${STYLE_PATH}?v=${styleVersion}" />
      </head>
      <body>
        <header>${site.name}</header>
        ${body} ${rules(site)}
      </body>
    </html>`

const rules = ({ imprintUrl, privacyUrl }: Site): Html | null =>
  imprintUrl === null && privacyUrl === null
    ? null
    : html`<footer>
        <p>
          ${imprintUrl === null ? null : html`<a href="${imprintUrl}">Imprint</a>`}
          ${privacyUrl === null ? null : html`<a href="${privacyUrl}">Privacy</a>`}
        </p>
      </footer>`

/** What a page that belongs to one person is framed with. */
export interface PersonalFrame {
  readonly site: Site
  /** Where this person says which mails they want. */
  readonly mailsPath: string
}

/** `power`: what whoever has the link can do with it. */
export const personalPage = (
  { site, mailsPath }: PersonalFrame,
  title: string,
  main: Html,
  power: string,
): Html =>
  renderDocument(
    site,
    title,
    html`${main}
      <footer>
        <p>This page is yours alone: whoever has its link can ${power} for you. You need no account.</p>
        <p><a href="${mailsPath}">Choose which mails you get</a></p>
        ${site.contact === null ? null : html`<p>${site.name} is run by ${site.contact}.</p>`}
      </footer>`,
  )
