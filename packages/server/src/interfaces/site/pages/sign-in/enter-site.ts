// Where someone goes who has proved an address: into their account, to opening one, or nowhere.
import { enter, type Entering } from '../../../../features/sign-in/enter.service.ts'
import { logSecurity } from '../../../../features/security/security-log.store.ts'
import { removeSession } from '../../../../features/sessions/session.store.ts'
import { html } from '../../../../kernel/html.ts'
import type { Tx } from '../../../../store/store.ts'
import { leadTo, show, type SiteAnswer, type SiteRequest } from '../../engine/page.ts'
import type { PageContext } from '../../engine/page-context.ts'
import {
  endAskedCookie,
  endSignInCookies,
  writeProofCookie,
  writeSessionCookie,
} from '../../engine/site-cookies.ts'
import type { Visit } from '../../engine/visit.ts'
import { readLeadsTo } from './return-to.ts'

/** The session that this browser had before ends with the new one: its cookie is replaced. */
export const endEarlierSession = async (tx: Tx, { signedIn, browser, now }: Visit): Promise<void> => {
  if (!signedIn || !(await removeSession(tx, signedIn.accountId, signedIn.sessionId))) return
  logSecurity(
    tx,
    signedIn.accountId,
    'session_replaced',
    browser === null ? {} : { browser: browser.name },
    now,
  )
}

export const enterSite = async (
  tx: Tx,
  { keys, config }: PageContext,
  { visit, origin }: SiteRequest,
  entrance: Entering,
  now: number,
): Promise<SiteAnswer> => {
  const entered = await enter(tx, keys, entrance, config.site.signUp, now)
  switch (entered.kind) {
    case 'session': {
      await endEarlierSession(tx, visit)
      const cookie = writeSessionCookie(entered.value, origin.isSecure)
      // Judged again, since a release before this one may have kept it.
      const to = readLeadsTo(entered.leadsTo, origin.url) ?? '/'
      return leadTo(to, cookie, ...endSignInCookies(origin.isSecure))
    }
    case 'sign_up':
      return leadTo(
        '/sign-up',
        writeProofCookie(entered.proof, origin.isSecure),
        endAskedCookie(origin.isSecure),
      )
    case 'closed':
      return closedPage(entrance.address, endSignInCookies(origin.isSecure))
  }
}

const closedPage = (address: string, cookies: readonly string[]): SiteAnswer =>
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
