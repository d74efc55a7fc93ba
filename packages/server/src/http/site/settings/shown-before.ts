// A form that shows a secret, sent again: for a minute, as by two presses of one button, it shows the same. After that
// the secret was shown, and is shown no more.
import { html } from '../../../kernel/html.ts'
import { MINUTE_MS } from '../../../kernel/instants.ts'
import type { SiteAnswer } from '../page.ts'
import { showSettings, type SettingsPath } from './settings-frame.ts'

const SHOWN_MS = MINUTE_MS

export const isShownAgain = (madeAt: number, now: number): boolean => now - madeAt < SHOWN_MS

export const shownBefore = (section: SettingsPath, back: string = section): SiteAnswer =>
  showSettings({
    section,
    title: 'That was shown before',
    inside: html`<p>
        This form was sent before. What it made is there, and its secret was shown then; it cannot be shown
        again. If you did not copy it, make it anew.
      </p>
      <p class="buttons"><a class="button main" href="${back}">Go on</a></p>`,
  })
