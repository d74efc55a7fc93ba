// Ends the session of this browser.
import { signOut as endThisSession } from '../../../../features/sessions/sessions.operations.ts'
import { leadTo } from '../../engine/response.ts'
import { runs } from '../../engine/form-work.ts'
import { signedInForm } from '../../engine/page.ts'
import { endSessionCookie, endSignInCookies } from '../../engine/site-cookies.ts'
import { withWord } from '../../parts/flash.ts'

export const signOut = signedInForm({
  path: '/sign-out',
  work: runs(endThisSession, (_, { origin }) =>
    leadTo(
      withWord('/', 'signed-out'),
      endSessionCookie(origin.isSecure),
      ...endSignInCookies(origin.isSecure),
    ),
  ),
  on: () => leadTo('/'),
  hasOwnWindow: true,
})
