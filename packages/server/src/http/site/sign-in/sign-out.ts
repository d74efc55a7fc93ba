// Ends the session of this browser.
import { removeSession } from '../../../features/sessions/session.store.ts'
import { logSecurity } from '../../../features/security/security-log.store.ts'
import { leadTo, ownForm, type SiteAnswer, type SentForm } from '../page.ts'
import { withWord } from '../parts/said.ts'
import type { SiteRoom } from '../room.ts'
import { endSessionCookie, endSignInCookies } from '../site-cookies.ts'
import type { SignedInVisit } from '../visit.ts'

const receive = async (
  { floor }: SiteRoom,
  { visit, origin }: SentForm<SignedInVisit>,
): Promise<SiteAnswer> => {
  const { accountId, sessionId } = visit.signedIn
  await floor.store.write(async (tx) => {
    await removeSession(tx, accountId, sessionId)
    logSecurity(tx, accountId, 'signed_out', { browser: visit.browser.name }, floor.clock.now())
  })
  return leadTo(
    withWord('/', 'signed-out'),
    endSessionCookie(origin.isSecure),
    ...endSignInCookies(origin.isSecure),
  )
}

export const signOut = ownForm({ path: '/sign-out', receive, on: () => leadTo('/'), hasOwnWindow: true })
