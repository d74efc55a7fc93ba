// What the Club plan gives, for those who do not have it; and the refusal of what needs it.
import { html, type Html } from '../../../../kernel/html.ts'
import { refuse } from '../../../../kernel/refusal.ts'
import type { PageContext } from '../../engine/page-context.ts'
import type { SignedInVisit } from '../../engine/visit.ts'

export const hasClub = ({ signedIn }: SignedInVisit): boolean => signedIn.account.plan === 'club'

/** `what`: what would be made. */
export const clubOffer = ({ config, site }: PageContext, what: string): Html =>
  html`<section class="card">
    <h2>${what} come with the Club plan</h2>
    <p>
      With it, bots, automation tools and assistants act for you: tokens for the API, and webhooks that tell
      them what happened.
    </p>
    ${
      config.planUrl === undefined
        ? html`<p>Ask ${site.contact ?? 'whoever runs this service'} for it.</p>`
        : html`<p><a class="button main" href="${config.planUrl}" rel="noopener">Get the Club plan</a></p>`
    }
    <p class="quiet"><a href="/docs">What they can do</a> is told in the docs. Playing here needs no plan.</p>
  </section>`

export const requireClub = (visit: SignedInVisit): void => {
  if (hasClub(visit)) return
  const { hadClub } = visit.signedIn.account
  throw hadClub
    ? refuse('plan_required', 'plan_lapsed', 'Nothing was made: you are no longer on the Club plan.')
    : refuse('plan_required', 'plan_needed', 'Nothing was made: this needs the Club plan.')
}
