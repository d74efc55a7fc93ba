// The frame of every page of /docs: the search, the contents at the side, and the page itself.
import { html, type Html, type Part } from '../../kernel/html.ts'
import { ICON, logo } from '../http/icon.ts'
import { guides } from './guides.ts'

export interface DocsPage {
  /** What the operator calls the service. */
  readonly siteName: string
  readonly title: string
  /** The guide that it is; undefined for the reference. */
  readonly slug?: string
  /** What the page itself consists of. */
  readonly contents: Part
  readonly main: Part
}

export const renderFrame = ({ siteName, title, slug, contents, main }: DocsPage): string => {
  // Relative, since a proxy may have put /docs under a path of its own.
  const folder = slug === undefined ? 'docs/' : ''
  const reference = slug === undefined ? 'docs' : '../docs'
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="referrer" content="no-referrer" />
        <title>${title} · ${siteName}</title>
        <link rel="icon" href="${ICON}" />
        <link rel="stylesheet" href="${folder}style.css" />
        <script type="module" src="${folder}script.js"></script>
      </head>
      <body>
        <a class="skip" href="#content">Skip to content</a>
        <div class="side">
          <p class="brand"><a href="${slug === undefined ? './' : '../'}">${logo()} ${siteName}</a></p>
          <input class="opener" type="checkbox" id="opener" /><label for="opener">Contents</label>
          <nav class="contents" aria-label="Contents">
            ${searchField()}
            <div class="part">
              <h2>Guides</h2>
              <ul>
                ${guides.map((guide) => guideLink(folder, guide.slug, guide.title, slug))}
                <li><a href="${reference}" ${mark(slug === undefined)}>API reference</a></li>
              </ul>
            </div>
            ${contents}
          </nav>
        </div>
        <main id="content">${main}</main>
      </body>
    </html>`.text
}

const guideLink = (folder: string, slug: string, title: string, current: string | undefined): Html =>
  html`<li><a href="${folder}${slug}" ${mark(slug === current)}>${title}</a></li>`

const mark = (isCurrent: boolean): Part => isCurrent && html`aria-current="page"`

/** Shown by the script. The results take the place of the contents. */
const searchField = (): Html =>
  html`<p class="search" hidden>
      <label for="search">Search</label
      ><input
        id="search"
        type="search"
        placeholder="Search everything"
        autocomplete="off"
        spellcheck="false"
      />
    </p>
    <p class="nothing" role="status" hidden>Nothing matches.</p>
    <ul class="results" hidden></ul>`
