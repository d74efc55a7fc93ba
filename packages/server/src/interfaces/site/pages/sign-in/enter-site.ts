// Where someone goes who has proved an address: into their account, to opening one, or nowhere.
import type { Entered } from '../../../../features/sign-in/enter.service.ts'
import type { EarlierSession } from '../../../../features/sign-in/sign-in.operations.ts'
import { html } from '../../../../kernel/html.ts'
import { leadTo, show, type SiteResponse } from '../../engine/response.ts'
import type { SiteRequest } from '../../engine/page.ts'
import {
  endPendingSignInCookie,
  endSignInCookies,
  writeProofCookie,
  writeSessionCookie,
} from '../../engine/site-cookies.ts'
import type { Visit } from '../../engine/visit.ts'
import { readLeadsTo } from './return-to.ts'

/** The session that the browser has before it signs in to another. */
export const earlierSession = ({ signedIn }: Visit): EarlierSession | null =>
  signedIn && { accountId: signedIn.accountId, sessionId: signedIn.sessionId }

export const enterSite = (
  { origin }: SiteRequest,
  entered: Entered & { readonly address: string },
  cookies: readonly string[] = [],
): SiteResponse => {
  switch (entered.kind) {
    case 'session': {
      const cookie = writeSessionCookie(entered.value, origin.isSecure)
      // Judged again, since a release before this one may have kept it.
      const to = readLeadsTo(entered.leadsTo, origin.url) ?? '/'
      return leadTo(to, cookie, ...endSignInCookies(origin.isSecure), ...cookies)
    }
    case 'sign_up':
      return leadTo(
        '/sign-up',
        writeProofCookie(entered.proof, origin.isSecure),
        endPendingSignInCookie(origin.isSecure),
        ...cookies,
      )
    case 'closed':
      return closedPage(entered.address, [...endSignInCookies(origin.isSecure), ...cookies])
  }
}

const closedPage = (address: string, cookies: readonly string[]): SiteResponse =>
  show({
    title: 'There is no account',
    status: 403,
    isNarrow: true,
    isSecret: true,
    cookies,
    main: html`<h1>There is no account</h1>
      <p>
        You have proved that ${address} is yours, but there is no account for it, and none can be opened here.
        Ask whoever runs this service.
      </p>`,
  })
