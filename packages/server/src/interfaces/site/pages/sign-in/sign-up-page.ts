// /sign-up: opens an account for an address that was just proved in this browser.
import { namesInput } from '../../../../features/profile/settings.operations.ts'
import { readProvedAddress } from '../../../../features/sign-in/enter.service.ts'
import { signUp } from '../../../../features/sign-in/sign-in.operations.ts'
import { html } from '../../../../kernel/html.ts'
import { textField } from '../../parts/fields.ts'
import { form } from '../../parts/forms.ts'
import { failure } from '../../parts/notices.ts'
import { doesOneOf } from '../../engine/form-work.ts'
import { toMembers } from '../../engine/form-members.ts'
import { type SiteResponse, leadTo, show } from '../../engine/response.ts'
import { type FailedForm, type SentForm, type SiteRequest, openForm, openPage } from '../../engine/page.ts'
import type { PageContext } from '../../engine/page-context.ts'
import { endProofCookie, endSignInCookies, writeSessionCookie } from '../../engine/site-cookies.ts'
import { earlierSession } from './enter-site.ts'
import { readLeadsTo } from './return-to.ts'

const signUpPage = (context: PageContext, { visit }: SiteRequest, failed?: FailedForm): SiteResponse => {
  const address =
    visit.browser && readProvedAddress(context.keys, visit.proof ?? '', visit.browser, visit.now)
  if (!address) return leadTo('/sign-in')
  return show({
    title: 'Open your account',
    isNarrow: true,
    isSecret: true,
    main: html`<h1>Open your account</h1>
      ${failure(failed, { first_name: 'Your first name', last_name: 'Your last name' })}
      <p>
        For <strong>${address}</strong>. Whatever this address was challenged to, and its groups, will be
        there.
      </p>
      ${form(
        '/sign-up',
        html`${textField({
            name: 'first_name',
            label: 'Your first name',
            schema: namesInput.properties.first_name,
            autocomplete: 'given-name',
            hint: 'The people you play see it.',
            failed,
          })}
          ${textField({
            name: 'last_name',
            label: 'Your last name',
            schema: namesInput.properties.last_name,
            isOptional: true,
            autocomplete: 'family-name',
            hint: 'Nobody but you sees it.',
            failed,
          })}
          <p class="buttons"><button class="main">Open the account</button></p>`,
      )}`,
  })
}

const receive = async (context: PageContext, sent: SentForm): Promise<SiteResponse> => {
  const { visit, origin } = sent
  if (visit.browser === null) return leadTo('/sign-in')
  const found = { proof: visit.proof ?? '', earlier: earlierSession(visit) }
  const members = toMembers(namesInput, sent.fields)
  const opened = await context.operations.run(signUp, { by: { browser: visit.browser }, found, members })
  if (opened?.kind !== 'session') return leadTo('/sign-in', endProofCookie(origin.isSecure))
  return leadTo(
    readLeadsTo(opened.leadsTo, origin.url) ?? '/',
    writeSessionCookie(opened.value, origin.isSecure),
    ...endSignInCookies(origin.isSecure),
  )
}

export const signUpPages = [
  openPage('/sign-up', signUpPage),
  openForm({ path: '/sign-up', work: doesOneOf([signUp], receive), on: signUpPage }),
]
