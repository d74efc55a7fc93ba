// Signing in with a passkey: the device proves who someone is, and that suffices.
import { checkPasskey, offerToEnter } from '../../../../features/passkeys/passkey.service.ts'
import { html, type Html } from '../../../../kernel/html.ts'
import { doesOneOf } from '../../engine/form-work.ts'
import { meetBrowser } from '../../engine/meet-browser.ts'
import { type SiteResponse, leadTo } from '../../engine/response.ts'
import type { SentForm, SiteRequest } from '../../engine/page.ts'
import { signInByPasskey } from '../../../../features/sign-in/sign-in.operations.ts'
import { secondsUntil } from '../../../../kernel/instants.ts'
import { hidden } from '../../parts/fields.ts'
import { tooFastPage } from '../../engine/plain-pages.ts'
import { form } from '../../parts/forms.ts'
import { findPasskeyHost, passkeyPart, readSentCredential } from '../../engine/passkeys.ts'
import type { PageContext } from '../../engine/page-context.ts'
import { earlierSession, enterSite } from './enter-site.ts'
import { readLeadsTo } from './return-to.ts'

export const PASSKEY_PATH = '/sign-in/passkey'

/** Null where no passkey works. */
export const passkeyForm = async (
  context: PageContext,
  { origin, visit }: SiteRequest,
  leadsTo: string | null,
): Promise<Html | null> => {
  const host = findPasskeyHost(context, origin)
  if (!host) return null
  const offer = await offerToEnter(context.keys, host, visit.now)
  return form(
    PASSKEY_PATH,
    html`${leadsTo === null ? null : hidden('next', leadsTo)}
    ${passkeyPart('use', offer, html`<button>Sign in with a passkey</button>`)}`,
  )
}

const receive = async (context: PageContext, sent: SentForm): Promise<SiteResponse> => {
  const { read, keys, clock, asks, operations } = context
  const host = findPasskeyHost(context, sent.origin)
  if (!host) return leadTo('/sign-in')
  const proved = await read(checkPasskey, keys, host, readSentCredential(sent.fields), clock.now())
  // Each sign-in is written down, so one account cannot do it without end.
  const { admitted, waitMs } = await asks.admit(`passkey ${proved.passkey.account_id}`)
  if (!admitted) return tooFastPage(secondsUntil(waitMs, 0))
  const { browser, cookies } = meetBrowser(sent)
  const leadsTo = readLeadsTo(sent.fields.get('next'), sent.origin.url)
  const found = { proved, leadsTo, earlier: earlierSession(sent.visit) }
  return enterSite(sent, await operations.run(signInByPasskey, { by: { browser }, found }), cookies)
}

export const byPasskey = doesOneOf([signInByPasskey], receive)
