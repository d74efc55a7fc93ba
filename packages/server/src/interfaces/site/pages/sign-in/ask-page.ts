// /sign-in: an address, for a mail with a link and a code. It says the same whoever asks for whom.
import { email } from '@challenge-service/contract'
import * as Type from 'typebox'
import { hasAnyAccount, hasAnyPerson } from '../../../../features/sign-in/sign-in.queries.ts'
import { sealAddress } from '../../../../features/sign-in/sealed-address.ts'
import { askForMail } from '../../../../features/sign-in/sign-in.operations.ts'
import { wasRequested, type Asking } from '../../../../features/sign-in/sign-in.service.ts'
import { isKnownBrowser } from '../../../../features/sessions/sessions.queries.ts'
import { html, type Html } from '../../../../kernel/html.ts'
import { getInbox } from '../../../../mail/limits/inbox.ts'
import { compileMembers } from '../../../../operations/input.ts'
import { copied } from '../../parts/copied.ts'
import { hidden, textField } from '../../parts/fields.ts'
import { form } from '../../parts/forms.ts'
import { failure } from '../../parts/notices.ts'
import { withWord } from '../../parts/flash.ts'
import { doesOneOf } from '../../engine/form-work.ts'
import { toMembers } from '../../engine/form-members.ts'
import { meetBrowser } from '../../engine/meet-browser.ts'
import { type SiteResponse, leadTo, show } from '../../engine/response.ts'
import { type FailedForm, type SentForm, type SiteRequest, openForm, openPage } from '../../engine/page.ts'
import { nameForm } from '../../engine/sent-form.ts'
import { unsafePage } from '../../engine/plain-pages.ts'
import type { PageContext } from '../../engine/page-context.ts'
import { writePendingSignInCookie } from '../../engine/site-cookies.ts'
import { carryOn, readLeadsTo } from './return-to.ts'
import { PASSKEY_PATH, byPasskey, passkeyForm } from './passkey-form.ts'

const schema = Type.Object({ email: email() }, { additionalProperties: false })
const readMembers = compileMembers(schema)

const askPage = async (
  context: PageContext,
  request: SiteRequest,
  failed?: FailedForm,
): Promise<SiteResponse> => {
  const leadsTo = readLeadsTo(request.query.get('next') ?? failed?.typed.get('next'), request.origin.url)
  if (request.visit.signedIn) return leadTo(leadsTo ?? '/')
  if (!request.origin.canSignIn) return unsafePage(request.origin.url)
  const { config } = context
  const canMail = config.smtpUrl !== undefined
  return show({
    title: 'Sign in',
    isNarrow: true,
    // What was typed is shown again.
    isSecret: failed !== undefined,
    // Before anything is sent, so that a form which is sent twice comes from one browser.
    cookies: meetBrowser(request).cookies,
    scripts: ['passkey'],
    main: html`<h1>Sign in</h1>
      ${failure(failed, { email: 'Your address' })} ${(await hasWayIn(context)) ? null : firstSteps()}
      ${canMail ? null : noMail(context)} ${canMail ? askForm(leadsTo, failed) : null}
      ${await passkeyForm(context, request, leadsTo)} ${canMail ? whoMay(context) : null}`,
  })
}

const askForm = (leadsTo: string | null, failed: FailedForm | undefined): Html =>
  form(
    '/sign-in',
    html`${textField({
        name: 'email',
        label: 'Your address',
        schema: schema.properties.email,
        type: 'email',
        autocomplete: 'email',
        hint: 'We mail you a link and a code. There is no password.',
        isFirst: failed === undefined,
        failed,
      })}
      ${leadsTo === null ? null : hidden('next', leadsTo)}
      <p class="buttons"><button class="main">Mail me a link</button></p>`,
  )

const whoMay = ({ config }: PageContext): Html | null => {
  switch (config.site.signUp) {
    case 'open':
      return html`<p class="quiet">No account yet? Type your address all the same: you can open one.</p>`
    case 'invited':
      return html`<p class="quiet">
        No account yet? Once someone has challenged you or added you to a group, you can open one with that
        address.
      </p>`
    case 'closed':
      return html`<p class="quiet">Accounts are made by whoever runs this service.</p>`
  }
}

const noMail = ({ site }: PageContext): Html =>
  html`<div class="notice">
    <p>
      No mail leaves this service, so it cannot send you a link. Ask ${site.contact ?? 'whoever runs it'} for
      one: the command <code>bin/challenge-service account link ADDRESS</code> prints it.
    </p>
  </div>`

/** A page to sign in that nobody can use yet says how the first account is made. */
const firstSteps = (): Html =>
  html`<div class="notice">
    <p>
      There is no account yet. Two commands on the server make the first, and the link that signs in to it:
    </p>
    ${copied('bin/challenge-service account create --email you@example.com --first-name You --plan club', 'the command that makes an account')}
    ${copied('bin/challenge-service account link you@example.com', 'the command that makes a link')}
  </div>`

/** Whether anyone can sign in: into an account, or into one that they may open by a mail. */
const hasWayIn = async ({ config, read }: PageContext): Promise<boolean> => {
  if (await read(hasAnyAccount)) return true
  if (config.smtpUrl === undefined || config.site.signUp === 'closed') return false
  return config.site.signUp === 'open' || (await read(hasAnyPerson))
}

/** What a known browser is sent is counted apart: nobody else of its network can use it up, nor it theirs. */
const mayAsk = async (context: PageContext, network: string, asking: Asking): Promise<boolean> => {
  const { read, clock, asks, shares } = context
  if (await read(wasRequested, asking, clock.now())) return false
  const { address, browser } = asking
  const [{ admitted }, isKnown] = await Promise.all([
    asks.admit(network),
    read(isKnownBrowser, address, browser.hash),
  ])
  return isKnown || (admitted && (await shares.admit(`${network} ${getInbox(address)}`)).admitted)
}

const receive = async (context: PageContext, sent: SentForm): Promise<SiteResponse> => {
  const { origin, network, fields } = sent
  if (!origin.canSignIn) return unsafePage(origin.url)
  const { email: address } = readMembers(toMembers(schema, fields))
  const leadsTo = readLeadsTo(fields.get('next'), origin.url)
  const { keys, operations } = context
  const { browser, cookies } = meetBrowser(sent)
  const asking = { address, formKey: nameForm(sent), leadsTo }
  if (await mayAsk(context, network, { ...asking, browser })) {
    await operations.run(askForMail, { by: { browser }, found: asking })
  }
  const remembered = writePendingSignInCookie(sealAddress(keys, address), origin.isSecure)
  const to = fields.has('again') ? withWord('/sign-in/code', 'again') : '/sign-in/code'
  return leadTo(carryOn(to, leadsTo), ...cookies, remembered)
}

export const askPages = [
  openPage('/sign-in', askPage),
  openForm({ path: '/sign-in', work: doesOneOf([askForMail], receive), on: askPage }),
  openForm({ path: PASSKEY_PATH, work: byPasskey, on: askPage, back: () => '/sign-in' }),
]
