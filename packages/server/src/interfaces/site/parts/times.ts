// Times on pages: in words and in the person's zone, with the exact instant at hand.
import { html, type Html } from '../../../kernel/html.ts'
import { distanceInWords, inWords, timeInWords, toRfc3339 } from '../../../kernel/instants.ts'
import type { PageContext } from '../engine/page-context.ts'
import type { Visit } from '../engine/visit.ts'

export interface Times {
  readonly zone: string
  readonly now: number
}

export const timesFor = ({ site }: Pick<PageContext, 'site'>, { signedIn, now }: Visit): Times => ({
  zone: signedIn?.timeZone ?? site.timeZone,
  now,
})

/** `Friday 20 November 2026, 12:00 UTC`. */
export const atTime = (at: number, { zone }: Times): Html => exact(at, inWords(at, zone))

/** `2 hours ago`, `in 5 days`, `now`. */
export const fromNow = (at: number, { now }: Times): Html => exact(at, distanceInWords(at - now))

/** `As of 12:00 UTC.`: under what may be out of date by now. Where the script of live pages works, it needs no advice. */
export const madeAt = ({ now, zone }: Times): Html =>
  html`<p class="quiet small">
    As of ${exact(now, timeInWords(now, zone))}.
    <span data-live-off>Load the page again to see what is new.</span>
  </p>`

const exact = (at: number, words: string): Html => {
  const instant = toRfc3339(at)
  return html`<time datetime="${instant}" title="${instant}">${words}</time>`
}
