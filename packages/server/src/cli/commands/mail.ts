// challenge-service mail …
import type { Command } from 'commander'
import { parseWholeNumber } from './arguments.ts'
import { common, example } from './common.ts'
import type { CommonOptions, ListMailsOptions } from '../options.ts'

const load = () => import('../actions/mail.ts')
const loadStops = () => import('../actions/mail-stops.ts')

export const addMailCommands = (program: Command): void => {
  const mail = program
    .command('mail')
    .description('read the mails of the last 30 days, and look after who gets them')

  common(mail.command('list'))
    .description('list mails, newest first')
    .option('--limit <number>', 'how many at most', parseWholeNumber(1, 1_000), 50)
    .addHelpText('after', example('mail list --limit 10'))
    .action(async (options: ListMailsOptions) => (await load()).list(options))

  common(mail.command('show'))
    .description('show a mail as it is sent, with its links')
    .argument('<id>', 'the id of the mail, mail_…')
    .addHelpText('after', example('mail show mail_…'))
    .action(async (id: string, options: CommonOptions) => (await load()).show(id, options))

  common(mail.command('stops'))
    .description('list who wants which mails no more, and who blocks whom')
    .addHelpText('after', example('mail stops'))
    .action(async (options: CommonOptions) => (await loadStops()).list(options))

  common(mail.command('allow'))
    .description('let an address get mails again: undo whatever was stopped, and whom they block')
    .argument('<address>', 'their e-mail address')
    .addHelpText('after', example('mail allow ana@example.com'))
    .action(async (address: string, options: CommonOptions) =>
      (await import('../actions/mail-allow.ts')).allow(address, options),
    )

  common(mail.command('bounced'))
    .description('note that an address cannot be reached: what was mailed to it counts as not told')
    .argument('<address>', 'the e-mail address')
    .addHelpText('after', example('mail bounced ana@example.com'))
    .action(async (address: string, options: CommonOptions) =>
      (await import('../actions/mail-allow.ts')).noteBounced(address, options),
    )

  common(mail.command('test'))
    .description('send one mail by SMTP_URL, and print what the mail server says to it')
    .argument('<address>', 'the address to send it to')
    .addHelpText('after', example('mail test you@example.com'))
    .action(async (address: string, options: CommonOptions) =>
      (await import('../actions/mail-test.ts')).sendTrial(address, options),
    )
}
