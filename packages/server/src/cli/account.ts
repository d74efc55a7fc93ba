// challenge-service account …
import type { Command } from 'commander'
import type { Plan } from '@challenge-service/contract'
import { changeAccountQuota, changePlan, createAccount } from '../features/access/access.service.ts'
import type { Account } from '../features/access/accounts.store.ts'
import { followPlan } from '../features/webhooks/plan.service.ts'
import { parsePlan, parseWholeNumber } from './arguments.ts'
import { common, example, say, withStore, type CommonOptions } from './context.ts'
import { addRightsCommands } from './rights.ts'

interface CreateAccountOptions extends CommonOptions {
  readonly email: string
  readonly firstName: string
  readonly lastName?: string
  readonly plan: Plan
}

export const addAccountCommands = (program: Command): void => {
  const account = program
    .command('account')
    .description('make accounts, change their plan or quota, export and erase people')

  common(account.command('create'))
    .description('make an account for a person')
    .requiredOption('--email <address>', 'their e-mail address')
    .requiredOption('--first-name <name>', 'what the other party of a challenge will see')
    .option('--last-name <name>', 'shown to nobody but them')
    .option('--plan <plan>', 'free or club; tokens need club', parsePlan, 'free')
    .addHelpText('after', example('account create --email ana@example.com --first-name Ana --plan club'))
    .action(async (options: CreateAccountOptions) => {
      const made = await withStore(options, (store, now) =>
        store.write((tx) => createAccount(tx, options, now)),
      )
      say(options, view(made), [`made account ${made.id} for ${made.email} on the ${made.plan} plan`])
    })

  common(account.command('plan'))
    .description('put an account on another plan; on free its tokens answer plan_required')
    .argument('<address>', 'the e-mail address of the account')
    .argument('<plan>', 'free or club', parsePlan)
    .addHelpText('after', example('account plan ana@example.com club'))
    .action(async (address: string, plan: Plan, options: CommonOptions) => {
      const changed = await withStore(options, (store, now) =>
        store.write(async (tx) => {
          const found = await changePlan(tx, address, plan)
          await followPlan(tx, found.id, plan, now)
          return found
        }),
      )
      say(options, view(changed), [`${changed.email} is on the ${changed.plan} plan`])
    })

  common(account.command('quota'))
    .description('set how many things an account may create in a month, from the next call on')
    .argument('<address>', 'the e-mail address of the account')
    .argument('<number>', 'creations in a calendar month (UTC)', parseWholeNumber(0, 1_000_000_000))
    .addHelpText('after', example('account quota ana@example.com 5000'))
    .action(async (address: string, quota: number, options: CommonOptions) => {
      const changed = await withStore(options, (store) =>
        store.write((tx) => changeAccountQuota(tx, address, quota)),
      )
      say(options, view(changed), [`${changed.email} may create ${quota} things a month`])
    })

  addRightsCommands(account)
}

const view = ({ id, email, plan, quota }: Account) => ({
  id,
  email,
  plan,
  ...(quota === null ? {} : { quota }),
})
