// Passkeys on pages: whether they can be offered here, and the part of a form that asks the device.
import { isIP } from 'node:net'
import type { Offer, PasskeyHost, SentCredential } from '../../../features/passkeys/passkey.service.ts'
import { html, type Html } from '../../../kernel/html.ts'
import type { SiteOrigin } from '../../http/origin.ts'
import { hidden } from '../parts/fields.ts'
import type { PageContext } from './page-context.ts'

/** Null where there can be none: a passkey belongs to the name of a host, and to a page that nobody can change. */
export const findPasskeyHost = (
  { site }: Pick<PageContext, 'site'>,
  { hostname, url, canSignIn }: SiteOrigin,
): PasskeyHost | null =>
  canSignIn && isIP(hostname.replace(/^\[|\]$/g, '')) === 0
    ? { host: hostname, origin: url, siteName: site.name }
    : null

/** Hidden until the script finds that the browser has passkeys. `prefix`: before the names of its fields. */
export const passkeyPart = (
  kind: 'use' | 'make',
  { options, ceremony }: Offer<object>,
  button: Html,
  prefix = '',
): Html =>
  html`<div data-passkey="${kind}" data-options="${JSON.stringify(options)}" hidden>
    ${hidden(`${prefix}ceremony`, ceremony)} ${hidden(`${prefix}credential`, '')}
    <p>${button}</p>
    <p class="notice bad" role="alert" hidden>That did not work. You can try again.</p>
  </div>`

export const readSentCredential = (fields: URLSearchParams, prefix = ''): SentCredential => ({
  credential: fields.get(`${prefix}credential`) ?? '',
  ceremony: fields.get(`${prefix}ceremony`) ?? '',
})
