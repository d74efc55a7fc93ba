// Ends the session of this browser.
import { removeSession } from '../../../../features/sessions/session.store.ts'
import { logSecurity } from '../../../../features/security/security-log.store.ts'
import { leadTo, ownForm, type SiteAnswer, type SentForm } from '../../engine/page.ts'
import { withWord } from '../../parts/flash.ts'
import type { PageContext } from '../../engine/page-context.ts'
import { endSessionCookie, endSignInCookies } from '../../engine/site-cookies.ts'
import type { SignedInVisit } from '../../engine/visit.ts'

const receive = async (
  context: PageContext,
  { visit, origin }: SentForm<SignedInVisit>,
): Promise<SiteAnswer> => {
  const { accountId, sessionId } = visit.signedIn
  await context.store.write(async (tx) => {
    await removeSession(tx, accountId, sessionId)
    logSecurity(tx, accountId, 'signed_out', { browser: visit.browser.name }, context.clock.now())
  })
  return leadTo(
    withWord('/', 'signed-out'),
    endSessionCookie(origin.isSecure),
    ...endSignInCookies(origin.isSecure),
  )
}

export const signOut = ownForm({ path: '/sign-out', receive, on: () => leadTo('/'), hasOwnWindow: true })
