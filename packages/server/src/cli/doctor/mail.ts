// Whether the mail server takes us in. No mail is sent: `mail test` sends one.
import type { Config } from '../../config/config.ts'
import { describeAccess, signInToSmtp, TransportError } from '../../mail/smtp.ts'
import { failed, ok, type Finding } from './finding.ts'

export const checkMail = async ({ smtpUrl }: Config): Promise<Finding> => {
  if (smtpUrl === undefined) return ok('mail', 'SMTP_URL is not set: mails are kept in the database')
  try {
    await signInToSmtp(smtpUrl)
    return ok('mail', 'the mail server takes mails from here; mail test sends one')
  } catch (error) {
    if (!(error instanceof TransportError)) throw error
    return failed('mail', `${describeAccess(error)}; look at the host, port, user and password in SMTP_URL`)
  }
}
