// The frame of every page of the site: the head with its navigation, the page itself, and who runs this.
import { html, type Html, type Part } from '../../../kernel/html.ts'
import { ICON, logo } from '../../http/icon.ts'
import type { Site } from './site.ts'
import type { LivePage } from '../live/live-page.ts'
import type { ShownPage, SiteSection } from './response.ts'
import { madeAt, timesFor } from '../parts/times.ts'
import { scriptUrl, STYLE_URL } from '../../http/assets.ts'
import type { Visit } from './visit.ts'

export const renderSitePage = (site: Site, visit: Visit, page: ShownPage): Html => {
  const isHome = page.title === site.name
  // What was typed into a form that was not taken is only here.
  const live = page.status === 200 ? page.live : null
  const scripts = ['again', ...page.scripts, ...(live ? (['renew', 'live'] as const) : [])] as const
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${isHome ? site.name : `${page.title} · ${site.name}`}</title>
        <link rel="icon" href="${ICON}" />
        <link rel="stylesheet" href="${STYLE_URL}" />
        ${scripts.map((name) => html`<script type="module" src="${scriptUrl(name)}"></script>`)}
      </head>
      <body>
        <a class="skip" href="#main">Skip to content</a>
        <header class="top">
          <a class="brand" href="/">${logo()} ${site.name}</a>
          ${navigation(visit, page.section)}
        </header>
        <main id="main" class="page${page.isNarrow ? ' narrow' : ''}" ${live && liveAttributes(live)}>
          ${page.section === 'settings' && signedInAs(visit)} ${page.main}
          ${live && madeAt(timesFor({ site }, visit))}
        </main>
        ${live && html`<div class="live" role="status" data-live-region></div>`} ${foot(site)}
      </body>
    </html>`
}

/** Where something of the account is changed, it is said whose it is. */
const signedInAs = ({ signedIn }: Visit): Part =>
  signedIn !== null &&
  html`<p class="quiet small">
    Signed in as <bdi>${signedIn.account.firstName}</bdi>, ${signedIn.account.email}
  </p>`

const liveAttributes = ({ url, says }: LivePage): Html => html`data-live="${url}" data-live-says="${says}"`

const navigation = ({ signedIn }: Visit, section: SiteSection | null): Html =>
  html`<nav aria-label="Site">
    <ul class="places">
      ${
        signedIn
          ? [
              link('/', 'Home', section === 'home'),
              link('/challenges', 'Challenges', section === 'challenges'),
              link('/groups', 'Groups', section === 'groups'),
              link(
                '/settings',
                html`Settings <span class="unseen">of ${signedIn.account.firstName}</span>`,
                section === 'settings',
              ),
            ]
          : [link('/docs', 'Docs', false), link('/sign-in', 'Sign in', false)]
      }
    </ul>
  </nav>`

const link = (to: string, label: Part, isCurrent: boolean): Html =>
  html`<li><a href="${to}" ${isCurrent && html`aria-current="page"`}>${label}</a></li>`

const foot = ({ name, contact, imprintUrl, privacyUrl }: Site): Html =>
  html`<footer class="foot">
    <p>${contact === null ? name : `${name} is run by ${contact}.`}</p>
    <p>
      <a href="/docs">API and docs</a>
      ${outside(imprintUrl, 'Imprint')} ${outside(privacyUrl, 'Privacy')}
    </p>
  </footer>`

const outside = (url: string | null, label: string): Part =>
  url !== null && html`<a href="${url}" rel="noopener">${label}</a>`
