// What a sign-in mail says. It names the browser and the time of the request, so that a receiver who did not ask can
// ignore it. Its subject holds no code.
import { words } from '../../wording/words.ts'
import type { MailSection } from './layout.ts'

interface SignInFacts {
  readonly siteName: string
  readonly address: string
  readonly browser: string
  /** When it was asked for, in words. */
  readonly at: string
  /** As people read it. */
  readonly code: string
  readonly url: string
}

export const signInSection = ({ siteName, url, code, ...request }: SignInFacts): MailSection => {
  const { mailSignIn, mail } = words
  const subject = mailSignIn.subject({ site: siteName })
  return {
    subject,
    title: subject,
    lead: [mailSignIn.lead(request)],
    quoted: [[mailSignIn.code, code]],
    action: mailSignIn.action,
    url,
    until: mailSignIn.until,
    notes: [mailSignIn.neverShare({ site: siteName }), mailSignIn.notYou],
    why: mail.why.signIn,
  }
}
