// The frame of the settings: their list beside each of them.
import { html, type Html, type Part } from '../../../../kernel/html.ts'
import { buttonForm } from '../../parts/forms.ts'
import { type ShownPage, show } from '../../engine/response.ts'

/** Add a page of the settings here: the frame has a link to each. */
export const settingsSections = [
  ['/settings', 'Profile'],
  ['/settings/mails', 'Mails'],
  ['/settings/blocked', 'Blocked people'],
  ['/settings/sessions', 'Sessions'],
  ['/settings/passkeys', 'Passkeys'],
  ['/settings/calendar', 'Calendar'],
  ['/settings/tokens', 'Tokens'],
  ['/settings/webhooks', 'Webhooks'],
  ['/settings/security-log', 'Security log'],
  ['/settings/data', 'Your data'],
] as const

export type SettingsPath = (typeof settingsSections)[number][0]

export interface SettingsPage extends Partial<Omit<ShownPage, 'kind' | 'main' | 'section' | 'title'>> {
  readonly section: SettingsPath
  /** Where it is another than the name of the section. */
  readonly title?: string
  readonly inside: Part
}

export const showSettings = ({ section, inside, title, ...rest }: SettingsPage): ShownPage => {
  const name = title ?? settingsSections.find(([path]) => path === section)?.[1] ?? ''
  return show({
    ...rest,
    title: name,
    section: 'settings',
    // The list stands behind the page, so that a phone shows the page first.
    main: html`<div class="beside">
      <div>
        <h1>${name}</h1>
        <p class="to-list"><a href="#all-settings">All settings</a></p>
        ${inside}
      </div>
      <nav aria-label="Settings" id="all-settings">
        <ul class="places">
          ${settingsSections.map(([path, label]) => link(path, label, path === section))}
        </ul>
        ${buttonForm('/sign-out', 'Sign out', { kind: 'plain' })}
      </nav>
    </div>`,
  })
}

const link = (path: string, label: string, isCurrent: boolean): Html =>
  html`<li><a href="${path}" ${isCurrent && html`aria-current="page"`}>${label}</a></li>`
