// /sign-in/{link}: names the address, and signs in the browser that presses the button. Opening it changes nothing, since
// mail scanners open whatever they find.
import { signInByLink } from '../../../../features/sign-in/sign-in.operations.ts'
import { openSignInLink } from '../../../../features/sign-in/sign-in.service.ts'
import { SIGN_IN_PATH } from '../../../../features/sign-in/sign-in-mail.ts'
import { html, type Html } from '../../../../kernel/html.ts'
import { buttonForm } from '../../parts/forms.ts'
import { doesOneOf } from '../../engine/form-work.ts'
import { meetBrowser } from '../../engine/meet-browser.ts'
import { type SiteResponse, show } from '../../engine/response.ts'
import { type SentForm, type SiteRequest, openForm, openPage } from '../../engine/page.ts'
import { nameForm } from '../../engine/sent-form.ts'
import { unsafePage } from '../../engine/plain-pages.ts'
import type { PageContext } from '../../engine/page-context.ts'
import { earlierSession, enterSite } from './enter-site.ts'
import { nextField } from './return-to.ts'

const PATH = `${SIGN_IN_PATH}/:link`
/** What is longer is no link. */
const LINK_READ = 1_000

const linkPage = async (context: PageContext, request: SiteRequest): Promise<SiteResponse> => {
  const { origin, params, visit, browserName } = request
  if (!origin.canSignIn) return unsafePage(origin.url)
  const { read, keys } = context
  const link = params['link'] ?? ''
  const opened = await read(openSignInLink, keys, link, visit.now)
  if (opened.standing !== 'good' && visit.signedIn) return alreadyIn(visit.signedIn.account.email)
  // Before the button is pressed, so that two presses come from one browser.
  const { cookies } = meetBrowser(request)
  if (opened.standing === 'unknown') return lapsed(404, null, cookies)
  if (opened.standing === 'lapsed') return lapsed(410, opened, cookies)
  return show({
    title: 'Sign in',
    isNarrow: true,
    isSecret: true,
    cookies,
    main: html`<h1>Sign in</h1>
      <p>As <strong>${opened.address}</strong>, in this browser: ${browserName}.</p>
      ${otherAccount(visit, opened.address)}
      <div class="buttons">${buttonForm(`${SIGN_IN_PATH}/${link}`, 'Sign in', { kind: 'main' })}</div>
      <p class="quiet">
        Did you not ask for this? Then close this page: nothing happens unless you press the button.
      </p>`,
  })
}

const otherAccount = ({ signedIn }: SiteRequest['visit'], address: string): Html | null =>
  signedIn === null || signedIn.account.email === address
    ? null
    : html`<p class="notice">
        You are signed in as ${signedIn.account.email} now. That ends in this browser.
      </p>`

/** Most likely they have used this very link. */
const alreadyIn = (address: string): SiteResponse =>
  show({
    title: 'You are signed in',
    isNarrow: true,
    isSecret: true,
    main: html`<h1>You are signed in</h1>
      <p>As ${address}. The link that you opened is used, or has lapsed; you do not need it.</p>
      <p><a class="button main" href="/">Go home</a></p>`,
  })

const lapsed = (
  status: number,
  signIn: { readonly address: string; readonly leadsTo: string | null } | null,
  cookies: readonly string[],
): SiteResponse =>
  show({
    title: 'This link has lapsed',
    status,
    isNarrow: true,
    isSecret: true,
    cookies,
    main: html`<h1>This link has lapsed</h1>
      <p>
        A sign-in link is good for 15 minutes and once, and ends when another one is used. It may also have
        been cut off on its way.
      </p>
      ${
        signIn === null
          ? html`<p><a class="button main" href="/sign-in">Sign in</a></p>`
          : buttonForm('/sign-in', 'Mail me a new one', {
              kind: 'main',
              fields: { email: signIn.address, ...nextField(signIn.leadsTo) },
            })
      }`,
  })

const receive = async (context: PageContext, sent: SentForm): Promise<SiteResponse> => {
  const { origin, params } = sent
  if (!origin.canSignIn) return unsafePage(origin.url)
  const { browser, cookies } = meetBrowser(sent)
  const sending = { formKey: nameForm(sent), earlier: earlierSession(sent.visit) }
  const members = { link: (params['link'] ?? '').slice(0, LINK_READ) }
  const entered = await context.operations.run(signInByLink, { by: { browser }, found: sending, members })
  return entered ? enterSite(sent, entered, cookies) : linkPage(context, sent)
}

export const linkPages = [
  openPage(PATH, linkPage),
  openForm({ path: PATH, work: doesOneOf([signInByLink], receive), on: linkPage }),
]
