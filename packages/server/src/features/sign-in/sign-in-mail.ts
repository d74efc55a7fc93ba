// The words of a sign-in mail. It names the browser and the time of the request, so that a person who did not ask can
// judge it.
import { inWords } from '../../kernel/instants.ts'
import type { MailSender, Mail } from '../../mail/messages/compose.ts'
import { toHtml, toText, type MailSection } from '../../mail/messages/layout.ts'
import { showCode } from './code.ts'
import type { SignInSecrets } from './sign-in.service.ts'
import type { SignIn } from './sign-in.store.ts'

export const SIGN_IN_PATH = '/sign-in'

export const signInUrl = (baseUrl: string, link: string): string => `${baseUrl}${SIGN_IN_PATH}/${link}`

export const composeSignInMail = (
  { id, browser, requestedAt }: Pick<SignIn, 'id' | 'browser' | 'requestedAt'>,
  address: string,
  { link, code }: SignInSecrets,
  sender: MailSender,
): Mail => {
  const { baseUrl, siteName, timeZone, from } = sender
  const subject = `Sign in to ${siteName}`
  const section: MailSection = {
    subject,
    title: subject,
    lead: [
      `Someone, most likely you, asked to sign in to ${siteName} as ${address}, with ${browser}, on ${inWords(requestedAt, timeZone)}.`,
    ],
    quoted: [['Your code, for the browser that asked', showCode(code)]],
    action: 'Sign in here',
    url: signInUrl(baseUrl, link),
    until: 'The link and the code are good for 15 minutes, and once.',
    notes: [
      'Give the code to nobody: nobody of this service will ever ask you for it. If you did not ask for this mail, you need not do anything.',
    ],
    why: 'You get this mail because someone typed this address to sign in.',
  }
  const foot = { ...sender, whys: [section.why], mailsUrl: null }
  return {
    messageId: `<${id}@${new URL(baseUrl).hostname}>`,
    from,
    to: address,
    subject,
    text: toText([section], foot),
    html: toHtml(subject, [section], foot),
    threadId: null,
    oneClickUrl: null,
  }
}
