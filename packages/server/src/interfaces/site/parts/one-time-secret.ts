// A form that shows a secret, sent again: for a minute, as by two presses of one button, it shows the same, as long as
// that still works. After the minute it says that the secret was shown, and shows it no more.
import { html, type Html } from '../../../kernel/html.ts'
import type { SiteResponse } from '../engine/response.ts'

interface OneTimeSecret {
  /** Empty once the minute is over. */
  readonly secret: string
  /** Whether it still works; asked before each time that it is shown. */
  readonly isGood: (secret: string) => Promise<boolean>
  readonly show: (secret: string) => SiteResponse
  /** What is said in its place where it works no more. */
  readonly over: { readonly title: string; readonly reason: string }
  /** What is around the page. */
  readonly frame: (page: { readonly title: string; readonly inside: Html }) => SiteResponse
  /** Where what was made is found. */
  readonly back: string
}

export const showOnce = async (one: OneTimeSecret): Promise<SiteResponse> => {
  const { secret, over } = one
  if (secret === '') {
    return sayInstead(one, 'That was shown before', shownBefore)
  }
  return (await one.isGood(secret)) ? one.show(secret) : sayInstead(one, over.title, over.reason)
}

const shownBefore =
  'What it made is there, and its secret was shown then; it cannot be shown again. If you did not copy it, make a new one.'

const sayInstead = ({ frame, back }: OneTimeSecret, title: string, reason: string): SiteResponse =>
  frame({
    title,
    inside: html`<p>This form was sent before. ${reason}</p>
      <p class="buttons"><a class="button main" href="${back}">Go on</a></p>`,
  })
