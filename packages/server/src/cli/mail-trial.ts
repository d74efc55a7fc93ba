// challenge-service mail test
import type { Command } from 'commander'
import { readConfig } from '../config/config.ts'
import { OperatorError, readAddress } from '../features/access/operator-input.ts'
import { systemClock } from '../kernel/clock.ts'
import { newId } from '../kernel/ids.ts'
import { readSender } from '../mail/compose.ts'
import { TransportError, makeSmtpTransport, describeFailure } from '../mail/smtp.ts'
import { composeTrial } from '../mail/trial.ts'
import { common, example, overlaid, say, type CommonOptions } from './context.ts'

export const addMailTrialCommand = (mail: Command): void => {
  common(mail.command('test'))
    .description('send one mail by SMTP_URL, and print what the mail server says to it')
    .argument('<address>', 'where to')
    .addHelpText('after', example('mail test you@example.com'))
    .action(async (address: string, options: CommonOptions) => {
      const email = readAddress(address)
      const config = readConfig(overlaid({ DATABASE_URL: options.databaseUrl }))
      if (config.smtpUrl === undefined) {
        throw new OperatorError('SMTP_URL is not set, so no mail is sent: mails are kept, see mail list')
      }
      const now = systemClock.now()
      const response = await send(
        config.smtpUrl,
        composeTrial(newId('mail', now), email, readSender(config)),
        now,
      )
      say(options, { to: email, response }, [response])
    })
}

const send = async (
  url: string,
  ...mail: Parameters<ReturnType<typeof makeSmtpTransport>['send']>
): Promise<string> => {
  const post = makeSmtpTransport(url, 1)
  try {
    return await post.send(...mail)
  } catch (error) {
    if (!(error instanceof TransportError)) throw error
    throw new OperatorError(describeFailure(error))
  } finally {
    post.close()
  }
}
