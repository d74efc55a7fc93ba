// The frame of the pages behind links. They have the look of the site, and no script.
import { html, type Html, type Part } from '../../../kernel/html.ts'
import { STYLE_URL } from '../../http/assets.ts'
import { logo } from '../../http/icon.ts'
import type { ShownPage } from './response.ts'
import { basePath, type Site } from './site.ts'

export const renderLinkPage = (site: Site, { title, main, isNarrow, foot }: ShownPage): Html =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex, nofollow" />
        <title>${title}</title>
        <link rel="stylesheet" href="${basePath(site)}${STYLE_URL}" />
      </head>
      <body>
        <header class="top"><span class="brand">${logo()} ${site.name}</span></header>
        <main class="page${isNarrow && ' narrow'}">${main}</main>
        ${footer(site, foot)}
      </body>
    </html>`

const footer = ({ imprintUrl, privacyUrl }: Site, foot: Part): Part => {
  const hasRules = imprintUrl !== null || privacyUrl !== null
  return (
    (hasRules || Boolean(foot)) &&
    html`<footer class="foot">
      ${foot}
      ${
        hasRules &&
        html`<p>
          ${imprintUrl === null ? null : html`<a href="${imprintUrl}">Imprint</a>`}
          ${privacyUrl === null ? null : html`<a href="${privacyUrl}">Privacy</a>`}
        </p>`
      }
    </footer>`
  )
}

/**
 * The foot of a page that belongs to one person. `power`: what the link lets its holder do; `mailsPath`: where
 * this person says which mails they want.
 */
export const personalFoot = (site: Site, mailsPath: string, power: string): Html =>
  html`<p>This page is yours alone: whoever has its link can ${power} for you. You need no account.</p>
    <p><a href="${mailsPath}">Choose which mails you get</a></p>
    ${site.contact === null ? null : html`<p>${site.name} is run by ${site.contact}.</p>`}`
