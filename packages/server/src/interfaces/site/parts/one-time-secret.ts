// A form that shows a secret, sent again: for a minute, as by two presses of one button, it shows the same. After that
// the secret was shown, and is shown no more.
import { html, type Html } from '../../../kernel/html.ts'
import type { ShownPage } from '../engine/response.ts'

/** `frame`: what is around the page; `back`: where what was made is to be found. */
export const shownBefore = (
  frame: (page: { readonly title: string; readonly inside: Html }) => ShownPage,
  back: string,
): ShownPage =>
  frame({
    title: 'That was shown before',
    inside: html`<p>
        This form was sent before. What it made is there, and its secret was shown then; it cannot be shown
        again. If you did not copy it, make it anew.
      </p>
      <p class="buttons"><a class="button main" href="${back}">Go on</a></p>`,
  })

/** The same where what it made signs no more. */
export const rotatedSince = (
  frame: (page: { readonly title: string; readonly inside: Html }) => ShownPage,
  back: string,
): ShownPage =>
  frame({
    title: 'That secret is no longer the newest',
    inside: html`<p>
        This form was sent before. Since then the signing secret was rotated again, or the webhook was
        deleted: so the secret that this form made is not shown again.
      </p>
      <p class="buttons"><a class="button main" href="${back}">Go on</a></p>`,
  })
