// /sign-in/code: the code of the mail, typed in the browser that asked for it.
import { openAddress } from '../../../../features/sign-in/sealed-address.ts'
import { CODE_READ, signInByCode } from '../../../../features/sign-in/sign-in.operations.ts'
import { html } from '../../../../kernel/html.ts'
import { invalidFields } from '../../../../kernel/refusal.ts'
import { hidden } from '../../parts/fields.ts'
import { buttonForm, form } from '../../parts/forms.ts'
import { failure } from '../../parts/notices.ts'
import { said } from '../../parts/flash.ts'
import { type SiteResponse, leadTo, show } from '../../engine/response.ts'
import { type FailedForm, type SentForm, type SiteRequest, openForm, openPage } from '../../engine/page.ts'
import { nameForm } from '../../engine/sent-form.ts'
import { doesOneOf } from '../../engine/form-work.ts'
import { codeField } from '../../engine/reauthenticate.ts'
import type { PageContext } from '../../engine/page-context.ts'
import { earlierSession, enterSite } from './enter-site.ts'
import { carryOn, nextField, readLeadsTo } from './return-to.ts'

const words = {
  again: 'Another mail is asked for. At most five an hour go to an address; those before it stay good.',
} as const

const codePage = (context: PageContext, request: SiteRequest, failed?: FailedForm): SiteResponse => {
  const { visit } = request
  const address = visit.pendingSignIn === null ? undefined : openAddress(context.keys, visit.pendingSignIn)
  const leadsTo = readLeadsTo(failed?.typed.get('next') ?? request.query.get('next'), request.origin.url)
  if (visit.browser === null || address === undefined) return leadTo(carryOn('/sign-in', leadsTo))
  return show({
    title: 'Look into your mail',
    isNarrow: true,
    isSecret: true,
    main: html`<h1>Look into your mail</h1>
      ${failed ? failure(failed, { code: 'The code' }) : said(request, words)}
      <p>
        If ${address} has an account here or may open one, a mail is on its way to it, with a link and a code.
        Both are good for 15 minutes.
      </p>
      <p>Press the link to sign in where you read the mail, or type the code to sign in here.</p>
      ${form(
        '/sign-in/code',
        html`${codeField(failed, 'Capitals, spaces and hyphens do not matter.', 'code')}
          ${leadsTo === null ? null : hidden('next', leadsTo)}
          <p class="buttons"><button class="main">Sign in</button></p>`,
      )}
      <p class="quiet">Nothing there? Look among the spam; a mail server may take some minutes.</p>
      <div class="buttons">
        ${buttonForm('/sign-in', 'Mail me another', {
          kind: 'plain',
          fields: { email: address, again: 'yes', ...nextField(leadsTo) },
        })}
        <a href="${carryOn('/sign-in', leadsTo)}">Use another address</a>
      </div>`,
  })
}

const receive = async (context: PageContext, sent: SentForm): Promise<SiteResponse> => {
  const { browser } = sent.visit
  if (browser === null) {
    return leadTo(carryOn('/sign-in', readLeadsTo(sent.fields.get('next'), sent.origin.url)))
  }
  const code = (sent.fields.get('code') ?? '').slice(0, CODE_READ)
  const sending = { formKey: nameForm(sent), earlier: earlierSession(sent.visit) }
  const entered = await context.operations.run(signInByCode, {
    by: { browser },
    found: sending,
    members: { code },
  })
  if ('address' in entered) return enterSite(sent, entered)
  throw invalidFields([
    {
      field: 'code',
      message:
        entered.kind === 'no_code'
          ? 'has eight letters and digits'
          : 'is not right, has lapsed, or was tried too often. Ask for another mail, or press the link in the one you have',
    },
  ])
}

export const codePages = [
  openPage('/sign-in/code', codePage),
  openForm({ path: '/sign-in/code', work: doesOneOf([signInByCode], receive), on: codePage }),
]
