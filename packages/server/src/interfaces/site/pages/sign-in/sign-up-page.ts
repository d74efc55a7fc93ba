// /sign-up: opens an account for an address that was just proved in this browser.
import { openAccount, readProvedAddress } from '../../../../features/sign-in/enter.service.ts'
import { html } from '../../../../kernel/html.ts'
import { compileMembers } from '../../../../operations/input.ts'
import { textField } from '../../parts/fields.ts'
import { form } from '../../parts/forms.ts'
import { failure } from '../../parts/notices.ts'
import { toMembers } from '../../engine/form-members.ts'
import {
  leadTo,
  openForm,
  openPage,
  show,
  type SiteAnswer,
  type SiteRequest,
  type FailedForm,
  type SentForm,
} from '../../engine/page.ts'
import type { PageContext } from '../../engine/page-context.ts'
import { endProofCookie, endSignInCookies, writeSessionCookie } from '../../engine/site-cookies.ts'
import { endEarlierSession } from './enter-site.ts'
import { readLeadsTo } from './return-to.ts'
import { nameSchemas } from '../settings/names.ts'

const readMembers = compileMembers(nameSchemas)

const signUpPage = (context: PageContext, { visit }: SiteRequest, failed?: FailedForm): SiteAnswer => {
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
            schema: nameSchemas.properties.first_name,
            autocomplete: 'given-name',
            hint: 'The people you play see it.',
            failed,
          })}
          ${textField({
            name: 'last_name',
            label: 'Your last name',
            schema: nameSchemas.properties.last_name,
            isOptional: true,
            autocomplete: 'family-name',
            hint: 'Nobody but you sees it.',
            failed,
          })}
          <p class="buttons"><button class="main">Open the account</button></p>`,
      )}`,
  })
}

const receive = async (context: PageContext, sent: SentForm): Promise<SiteAnswer> => {
  const { visit, origin } = sent
  const { store, keys, clock, config } = context
  if (visit.browser === null) return leadTo('/sign-in')
  const { browser, proof } = visit
  const { first_name, last_name } = readMembers(toMembers(nameSchemas, sent.fields))
  const names = { firstName: first_name, lastName: last_name ?? null }
  const { defaultPlan: plan, signUp } = config.site
  const opened = await store.write(async (tx) => {
    const entered = await openAccount(tx, keys, proof ?? '', names, { browser, plan, signUp }, clock.now())
    if (entered?.kind === 'session') await endEarlierSession(tx, visit)
    return entered
  })
  if (opened?.kind !== 'session') return leadTo('/sign-in', endProofCookie(origin.isSecure))
  return leadTo(
    readLeadsTo(opened.leadsTo, origin.url) ?? '/',
    writeSessionCookie(opened.value, origin.isSecure),
    ...endSignInCookies(origin.isSecure),
  )
}

export const signUpPages = [
  openPage('/sign-up', signUpPage),
  openForm({ path: '/sign-up', receive, on: signUpPage }),
]
