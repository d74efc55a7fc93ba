// A text to be copied: selected by one click, and by a button where there are scripts.
import { html, type Html } from '../../../kernel/html.ts'

/** `label`: what is copied, for those who do not see it. */
export const copied = (text: string, label: string): Html =>
  html`<div class="copied">
    <code tabindex="0">${text}</code>
    <button type="button" data-copies hidden aria-label="Copy ${label}">Copy</button>
  </div>`
