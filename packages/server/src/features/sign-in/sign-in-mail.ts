// Makes a sign-in mail from what is kept sealed until it is sent.
import { inWords } from '../../kernel/instants.ts'
import type { MailSender, Mail } from '../../mail/messages/compose.ts'
import { toHtml, toText } from '../../mail/messages/layout.ts'
import { signInSection } from '../../mail/messages/sign-in-wording.ts'
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
  const section = signInSection({
    siteName,
    address,
    browser,
    at: inWords(requestedAt, timeZone),
    code: showCode(code),
    url: signInUrl(baseUrl, link),
  })
  const foot = { ...sender, whys: [section.why], mailsUrl: null }
  return {
    messageId: `<${id}@${new URL(baseUrl).hostname}>`,
    from,
    to: address,
    subject: section.subject,
    text: toText([section], foot),
    html: toHtml(section.subject, [section], foot),
    threadId: null,
    oneClickUrl: null,
  }
}
