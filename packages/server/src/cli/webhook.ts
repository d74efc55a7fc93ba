// challenge-service webhook …
import type { Command } from 'commander'
import { getAccount, getGroup } from '../features/access/access.service.ts'
import { resendAsOperator, switchOnAsOperator } from '../features/webhooks/operator.service.ts'
import { listNewest, listOfOwner } from '../features/webhooks/webhook.store.ts'
import type { Subscription } from '../features/webhooks/webhook.rules.ts'
import { toRfc3339, toRfc3339OrNull } from '../kernel/instants.ts'
import type { Reader } from '../store/store.ts'
import { UsageError, parseWholeNumber } from './arguments.ts'
import { common, example, say, withStore, type CommonOptions } from './context.ts'

interface ListWebhooksOptions extends CommonOptions {
  readonly account?: string
  readonly group?: string
  readonly limit: number
}

interface EnableOptions extends CommonOptions {
  readonly resend?: boolean
}

export const addWebhookCommands = (program: Command): void => {
  const webhook = program.command('webhook').description('look after the webhook subscriptions of everyone')

  common(webhook.command('list'))
    .description('list subscriptions, newest first, of everyone or of one owner')
    .option('--account <address>', 'those of the account with this e-mail address')
    .option('--group <id>', 'those of this group')
    .option('--limit <number>', 'how many at most', parseWholeNumber(1, 1_000), 50)
    .addHelpText('after', example('webhook list --account ana@example.com'))
    .action(async (options: ListWebhooksOptions) => {
      const webhooks = await withStore(options, (store) => find(store, options))
      say(
        options,
        { webhooks: webhooks.map(view) },
        webhooks.length === 0 ? ['no webhooks'] : webhooks.map(describe),
      )
    })

  common(webhook.command('enable'))
    .description('switch a subscription on again')
    .argument('<id>', 'the id of the subscription, whk_…')
    .option('--resend', 'and send what it missed since the first delivery that failed')
    .addHelpText('after', example('webhook enable whk_… --resend'))
    .action(async (id: string, options: EnableOptions) => {
      const changed = await withStore(options, (store, now) =>
        store.write((tx) => switchOnAsOperator(tx, id, options.resend ?? false, now)),
      )
      say(options, view(changed), [`${changed.id} is active`])
    })

  common(webhook.command('resend'))
    .description('send one delivery again')
    .argument('<id>', 'the id of the subscription, whk_…')
    .argument('<delivery>', 'the id of the delivery, dlv_…')
    .addHelpText('after', example('webhook resend whk_… dlv_…'))
    .action(async (id: string, deliveryId: string, options: CommonOptions) => {
      const queued = await withStore(options, (store, now) =>
        store.write((tx) => resendAsOperator(tx, id, deliveryId, now)),
      )
      say(options, queued, [`queued as ${queued.delivery_id}`])
    })
}

const find = async (
  reader: Reader,
  { account, group, limit }: ListWebhooksOptions,
): Promise<readonly Subscription[]> => {
  if (account !== undefined && group !== undefined)
    throw new UsageError('give --account or --group, not both')
  if (account === undefined && group === undefined) return listNewest(reader, limit)
  const { id } =
    account === undefined ? await getGroup(reader, group ?? '') : await getAccount(reader, account)
  return (await listOfOwner(reader, id)).toReversed().slice(0, limit)
}

const view = (webhook: Subscription) => ({
  id: webhook.id,
  owner_id: webhook.ownerId,
  url: webhook.url,
  events: webhook.events,
  description: webhook.description,
  status: webhook.status,
  disabled_reason: webhook.disabledReason,
  disabled_at: toRfc3339OrNull(webhook.disabledAt),
  created_at: toRfc3339(webhook.createdAt),
})

const describe = (webhook: Subscription): string => {
  const { id, ownerId, status, disabledReason, target } = webhook
  const state = disabledReason === null ? status : `${status} (${disabledReason})`
  return [id, ownerId, state, new URL(target).host].join('  ')
}
