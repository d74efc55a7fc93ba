// challenge-service webhook …
import type { Command } from 'commander'
import { parseWholeNumber } from './arguments.ts'
import { common, example } from './common.ts'
import type { CommonOptions, EnableOptions, ListDeliveriesOptions, ListWebhooksOptions } from '../options.ts'

const loadSwitch = () => import('../actions/webhook-switch.ts')

export const addWebhookCommands = (program: Command): void => {
  const webhook = program.command('webhook').description('look after the webhook subscriptions of everyone')

  common(webhook.command('list'))
    .description('list subscriptions, newest first, of everyone or of one owner')
    .option('--account <address>', 'only those of the account with this e-mail address')
    .option('--group <id>', 'only those of the group with this id, grp_…')
    .option('--limit <number>', 'how many at most', parseWholeNumber(1, 1_000), 50)
    .addHelpText('after', example('webhook list --account ana@example.com'))
    .action(async (options: ListWebhooksOptions) => (await import('../actions/webhook.ts')).list(options))

  common(webhook.command('deliveries'))
    .description('list the deliveries of a subscription in the last 30 days, newest first')
    .argument('<id>', 'the id of the subscription, whk_…')
    .option('--limit <number>', 'how many at most', parseWholeNumber(1, 1_000), 50)
    .addHelpText('after', example('webhook deliveries whk_…'))
    .action(async (id: string, options: ListDeliveriesOptions) =>
      (await import('../actions/webhook-deliveries.ts')).list(id, options),
    )

  common(webhook.command('enable'))
    .description('switch a subscription on again')
    .argument('<id>', 'the id of the subscription, whk_…')
    .option('--resend', 'also send what it missed since the first delivery that failed')
    .addHelpText('after', example('webhook enable whk_… --resend'))
    .action(async (id: string, options: EnableOptions) => (await loadSwitch()).enable(id, options))

  common(webhook.command('resend'))
    .description('send one delivery again')
    .argument('<id>', 'the id of the subscription, whk_…')
    .argument('<delivery>', 'the id of the delivery, dlv_…')
    .addHelpText('after', example('webhook resend whk_… dlv_…'))
    .action(async (id: string, deliveryId: string, options: CommonOptions) =>
      (await loadSwitch()).resend(id, deliveryId, options),
    )
}
