// challenge-service account …
import { plans, type Plan } from '@challenge-service/contract/plain'
import type { Command } from 'commander'
import { parseWholeNumber } from './arguments.ts'
import { choiceArgument, choiceOption, common, confirmed, example } from './common.ts'
import type {
  CommonOptions,
  CreateAccountOptions,
  EraseOptions,
  ListAccountsOptions,
  RenameAccountOptions,
} from '../options.ts'

const load = () => import('../actions/account.ts')
const loadPrivacy = () => import('../actions/privacy.ts')

export const addAccountCommands = (program: Command): void => {
  const account = program
    .command('account')
    .description('make accounts, look after them, export and erase people')

  common(account.command('create'))
    .description('make an account for a person')
    .requiredOption('--email <address>', 'their e-mail address')
    .requiredOption('--first-name <name>', 'what the other party of a challenge will see')
    .option('--last-name <name>', 'shown to nobody but them')
    .addOption(choiceOption('--plan <plan>', 'their plan; tokens need club', plans).default('free'))
    .addHelpText('after', example('account create --email ana@example.com --first-name Ana --plan club'))
    .action(async (options: CreateAccountOptions) => (await load()).createOne(options))

  common(account.command('list'))
    .description('list accounts in the order of their addresses')
    .addOption(choiceOption('--plan <plan>', 'only those on this plan', plans))
    .option('--after <address>', 'go on after this address, the last of the list before')
    .option('--limit <number>', 'how many at most', parseWholeNumber(1, 1_000), 100)
    .addHelpText('after', example('account list --plan club'))
    .action(async (options: ListAccountsOptions) => (await load()).list(options))

  common(account.command('show'))
    .description('show an account: its plan, quota, tokens, groups and challenges in numbers')
    .argument('<address>', 'the e-mail address of the account')
    .addHelpText('after', example('account show ana@example.com'))
    .action(async (address: string, options: CommonOptions) => (await load()).show(address, options))

  common(account.command('rename'))
    .description('change the names of an account; a challenge keeps the name that it was made with')
    .argument('<address>', 'the e-mail address of the account')
    .option('--first-name <name>', 'what the other party of a challenge will see')
    .option('--last-name <name>', 'shown to nobody but them; "" for none')
    .addHelpText('after', example('account rename ana@example.com --first-name Anna'))
    .action(async (address: string, options: RenameAccountOptions) => (await load()).rename(address, options))

  common(account.command('move'))
    .description('give an account another address; links that were mailed to the old one end')
    .argument('<address>', 'the e-mail address of the account')
    .argument('<new-address>', 'the one it is to have; nothing may be known of it')
    .addHelpText('after', example('account move ana@example.com ana@example.org'))
    .action(async (address: string, newAddress: string, options: CommonOptions) =>
      (await import('../actions/account-move.ts')).move(address, newAddress, options),
    )

  common(account.command('link'))
    .description('print a link that signs in to the site, good for 15 minutes and once')
    .argument('<address>', 'the e-mail address of an account, or one that may open an account')
    .addHelpText('after', example('account link ana@example.com'))
    .action(async (address: string, options: CommonOptions) =>
      (await import('../actions/account-link.ts')).link(address, options),
    )

  common(account.command('plan'))
    .description('put an account on another plan; on free its tokens answer plan_required')
    .argument('<address>', 'the e-mail address of the account')
    .addArgument(choiceArgument('<plan>', 'the plan', plans))
    .addHelpText('after', example('account plan ana@example.com club'))
    .action(async (address: string, plan: Plan, options: CommonOptions) =>
      (await import('../actions/account-plan.ts')).setPlan(address, plan, options),
    )

  common(account.command('quota'))
    .description('set how many things an account may create in a month, from the next call on')
    .argument('<address>', 'the e-mail address of the account')
    .argument('<number>', 'creations in a calendar month (UTC)', parseWholeNumber(0, 1_000_000_000))
    .addHelpText('after', example('account quota ana@example.com 5000'))
    .action(async (address: string, quota: number, options: CommonOptions) =>
      (await load()).setQuota(address, quota, options),
    )

  common(account.command('export'))
    .description('print everything that is kept about a person, as one JSON object')
    .argument('<address>', 'their e-mail address')
    .addHelpText('after', example('account export ana@example.com > ana.json'))
    .action(async (address: string, options: CommonOptions) =>
      (await loadPrivacy()).exportAll(address, options),
    )

  confirmed(account.command('erase'))
    .description('erase a person, with or without an account; run it again to go on where it was stopped')
    .argument('<address>', 'their e-mail address')
    .option('--stop-mails', 'also take an address of which nothing is known: it will not be written to')
    .addHelpText('after', example('account erase ana@example.com'))
    .action(async (address: string, options: EraseOptions) => (await loadPrivacy()).erase(address, options))
}
