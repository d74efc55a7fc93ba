// What `webhook list` does, and how a subscription is shown to the operator.
import { getAccount, getGroup } from '../../features/access/access.service.ts'
import type { Subscription } from '../../features/webhooks/webhook.rules.ts'
import { listNewest, listOfOwner } from '../../features/webhooks/webhook.store.ts'
import { toRfc3339, toRfc3339OrNull } from '../../kernel/instants.ts'
import type { Reader } from '../../store/store.ts'
import { say, withStore } from '../context.ts'
import { UsageError } from '../usage-error.ts'
import type { ListWebhooksOptions } from '../options.ts'

export const list = async (options: ListWebhooksOptions): Promise<void> => {
  if (options.account !== undefined && options.group !== undefined)
    throw new UsageError('give --account or --group, not both')
  const webhooks = await withStore(options, (store) => find(store, options))
  say(
    options,
    { webhooks: webhooks.map(viewWebhook) },
    webhooks.length === 0 ? ['no webhooks'] : webhooks.map(describe),
  )
}

const find = async (
  reader: Reader,
  { account, group, limit }: ListWebhooksOptions,
): Promise<readonly Subscription[]> => {
  if (account === undefined && group === undefined) return listNewest(reader, limit)
  const { id } =
    account === undefined ? await getGroup(reader, group ?? '') : await getAccount(reader, account)
  return (await listOfOwner(reader, id)).toReversed().slice(0, limit)
}

export const viewWebhook = (webhook: Subscription) => ({
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
