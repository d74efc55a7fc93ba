// A form that shows a secret, sent again: for a minute, as by two presses of one button, it shows the same. After that
// the secret was shown, and is shown no more.
import { html, type Html } from '../../../kernel/html.ts'
import { MINUTE_MS } from '../../../kernel/instants.ts'
import type { ShownPage } from '../page.ts'

const SHOWN_MS = MINUTE_MS

export const isShownAgain = (madeAt: number, now: number): boolean => now - madeAt < SHOWN_MS

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
