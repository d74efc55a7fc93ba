// The subscriptions of an account that is gone, with their deliveries: rows that nothing is sent from any more.
import type { OwnerId, WebhookId } from '../../kernel/ids.ts'
import { sql } from '../../store/statements/statement.ts'
import type { Reader, Tx } from '../../store/store.ts'

const findFirst = sql<{ id: WebhookId }, [ownerId: OwnerId]>(
  'webhooks.find_first_deleted',
  'select id from webhooks where owner_id = $1 and deleted_at is not null order by id limit 1',
)

/** Undefined once there are none. */
export const findFirstDeleted = async (reader: Reader, ownerId: OwnerId): Promise<WebhookId | undefined> =>
  (await reader.first(findFirst, ownerId))?.id

const removeSome = sql<never, [webhookId: WebhookId, limit: number]>(
  'webhooks.remove_deliveries',
  `delete from deliveries where webhook_id = $1 and id in (
     select id from deliveries where webhook_id = $1 order by id limit $2)`,
)

/** At most so many; tells how many. */
export const removeDeliveries = (tx: Tx, webhookId: WebhookId, limit: number): Promise<number> =>
  tx.run(removeSome, webhookId, limit)

const remove = sql<never, [webhookId: WebhookId]>('webhooks.remove', 'delete from webhooks where id = $1')

/** Once it has no deliveries. */
export const removeWebhook = async (tx: Tx, webhookId: WebhookId): Promise<void> => {
  await tx.run(remove, webhookId)
}
