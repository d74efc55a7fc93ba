// challenge-service mail …
import type { Command } from 'commander'
import { readConfig } from '../config/config.ts'
import { OperatorError } from '../features/access/operator-input.ts'
import { toRfc3339, toRfc3339OrNull } from '../kernel/instants.ts'
import { composeMail, readMailSettings } from '../mail/compose.ts'
import { findMail, listGatheredWith, listMails, type StoredMail } from '../mail/outbox.store.ts'
import { draftMail } from '../mail/wording.ts'
import { parseWholeNumber } from './arguments.ts'
import { common, example, overlaid, say, withStore, type CommonOptions } from './context.ts'
import { withKeys } from './keys.ts'
import { addMailStopCommands } from './mail-stops.ts'
import { addMailTrialCommand } from './mail-trial.ts'

interface ListMailsOptions extends CommonOptions {
  readonly limit: number
}

export const addMailCommands = (program: Command): void => {
  const mail = program
    .command('mail')
    .description('read the mails of the last 30 days, and look after who gets them')

  common(mail.command('list'))
    .description('list mails, newest first')
    .option('--limit <number>', 'how many at most', parseWholeNumber(1, 1_000), 50)
    .addHelpText('after', example('mail list --limit 10'))
    .action(async (options: ListMailsOptions) => {
      const mails = await withStore(options, (store) => listMails(store, options.limit))
      say(options, { mails: mails.map(view) }, mails.length === 0 ? ['no mails'] : mails.map(describe))
    })

  common(mail.command('show'))
    .description('show a mail as it is sent, with its links')
    .argument('<id>', 'the id of the mail, mail_…')
    .addHelpText('after', example('mail show mail_…'))
    .action(async (id: string, options: CommonOptions) => {
      const { stored, gathered, keys } = await withKeys(options, async (store, loaded) => ({
        stored: await findMail(store, id),
        gathered: await listGatheredWith(store, id),
        keys: loaded,
      }))
      if (!stored) throw new OperatorError(`there is no mail ${JSON.stringify(id)}`)
      if (stored.address === null) throw new OperatorError('the receiver of this mail was erased')
      const config = readConfig(overlaid({ DATABASE_URL: options.databaseUrl }))
      const settings = readMailSettings(keys, config)
      const bundle = [stored, ...gathered] as const
      const { from, to, subject, text, html, messageId } = composeMail(bundle, stored.address, settings)
      say(options, { ...view(stored), from, message_id: messageId, text, html }, [
        `From: ${from}`,
        `To: ${to}`,
        `Subject: ${subject}`,
        `Status: ${describeStatus(stored)}`,
        '',
        text,
      ])
    })

  addMailStopCommands(mail)
  addMailTrialCommand(mail)
}

const view = (mail: StoredMail) => ({
  id: mail.id,
  to: mail.address,
  kind: mail.kind,
  sort: mail.sort ?? mail.class,
  went_with: mail.gatheredIn,
  subject: draftMail(mail, 'UTC').subject,
  status: mail.state,
  reason: mail.reason,
  tries: mail.tries,
  challenge_id: mail.challengeId,
  created_at: toRfc3339(mail.createdAt),
  settled_at: toRfc3339OrNull(mail.settledAt),
})

const describeStatus = ({ state, reason }: StoredMail): string =>
  reason === null ? state : `${state} (${reason})`

const describe = (mail: StoredMail): string => {
  const { id, to, subject, created_at } = view(mail)
  return [id, created_at, describeStatus(mail), to ?? '(erased)', subject].join('  ')
}
