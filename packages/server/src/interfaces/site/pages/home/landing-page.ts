// The page for whoever is not signed in: what this is, how it works, and the ways in.
import { html, type Html } from '../../../../kernel/html.ts'
import { said } from '../../parts/flash.ts'
import { type SiteResponse, show } from '../../engine/response.ts'
import type { SiteRequest } from '../../engine/page.ts'
import type { PageContext } from '../../engine/page-context.ts'

const words = { 'signed-out': 'You are signed out.' } as const

export const landingPage = ({ site }: PageContext, request: SiteRequest): SiteResponse =>
  show({
    title: site.name,
    main: html`${said(request, words)}
      <h1>Dare a friend, and settle it fairly</h1>
      <p class="lead">
        “I will run ten kilometres before Sunday, or I owe you a coffee.” Say it, have it accepted, and both
        agree how it ended.
      </p>
      <p class="buttons">
        <a class="button main" href="/sign-in">Sign in</a>
        <a class="button" href="/docs">For bots and assistants</a>
      </p>
      ${example()}
      <h2>How it works</h2>
      <ol>
        <li><strong>Dare.</strong> You make a claim, name a stake and a day, and whom you challenge.</li>
        <li>
          <strong>Play.</strong> They accept, from their mail and without an account if they like. Both record
          progress and evidence.
        </li>
        <li>
          <strong>Agree.</strong> When time is up one of you says how it ended, and the other agrees or
          disputes it. In a group, the others decide what you two cannot.
        </li>
      </ol>
      <p class="quiet">
        Nobody sees more of you than your first name: no address, no surname, no profile to look up.
      </p>`,
  })

/** A challenge as it looks, made of what the site itself is made of. */
const example = (): Html =>
  html`<figure class="card example" aria-label="An example">
    <p class="tag">Running</p>
    <h3>I run ten kilometres before Sunday</h3>
    <p><span class="mine">Ana</span> against <span class="theirs">Ben</span> · a coffee · 4 days left</p>
    <p class="quiet">Ana has recorded 7 km, Ben has agreed to 5 of them.</p>
  </figure>`
