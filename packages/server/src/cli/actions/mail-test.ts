// What `mail test` does.
import { readConfig } from '../../config/config.ts'
import { readAddress } from '../../features/access/operator-input.ts'
import { systemClock } from '../../kernel/clock.ts'
import { newId } from '../../kernel/ids.ts'
import { OperatorError } from '../../kernel/operator-error.ts'
import { readSender } from '../../mail/messages/compose.ts'
import { TransportError, makeSmtpTransport, describeFailure } from '../../mail/smtp.ts'
import { composeTrial } from '../../mail/messages/trial.ts'
import { overlaid, say } from '../context.ts'
import type { CommonOptions } from '../options.ts'

export const sendTrial = async (address: string, options: CommonOptions): Promise<void> => {
  const email = readAddress(address)
  const config = readConfig(overlaid({ DATABASE_URL: options.databaseUrl }))
  if (config.smtpUrl === undefined) {
    throw new OperatorError(
      'SMTP_URL is not set, so no mail is sent: set it, or read the mails that are kept with mail list',
    )
  }
  const now = systemClock.now()
  const response = await send(
    config.smtpUrl,
    composeTrial(newId('mail', now), email, readSender(config)),
    now,
  )
  say(options, { to: email, response }, [response])
}

const send = async (
  url: string,
  ...mail: Parameters<ReturnType<typeof makeSmtpTransport>['send']>
): Promise<string> => {
  const transport = makeSmtpTransport(url, 1)
  try {
    return await transport.send(...mail)
  } catch (error) {
    if (!(error instanceof TransportError)) throw error
    throw new OperatorError(describeFailure(error))
  } finally {
    transport.close()
  }
}
