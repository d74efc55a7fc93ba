// Removes what has had its time: deliveries of more than thirty days ago, and deleted subscriptions with all of
// theirs; in small transactions, so that nothing waits long for it.
import type { WebhookId } from '../../kernel/ids.ts'
import { DAY_MS } from '../../kernel/instants.ts'
import { sql } from '../../store/statement.ts'
import type { Store } from '../../store/store.ts'

const KEPT_MS = 30 * DAY_MS
const BATCH = 500

// The oldest of a subscription is the first of its ids.
const findOld = sql<{ id: WebhookId }, [from: string, before: number]>(
  'webhooks.find_with_old_deliveries',
  `select w.id from webhooks w
   where w.id >= $1 and
     (select d.created_at from deliveries d where d.webhook_id = w.id order by d.id limit 1) < $2
   order by w.id limit 1`,
)

const findDeleted = sql<{ id: WebhookId }, []>(
  'webhooks.find_deleted',
  'select id from webhooks where deleted_at is not null order by id limit 1',
)

const removeOldest = sql<never, [webhookId: WebhookId, before: number, limit: number]>(
  'webhooks.remove_oldest_deliveries',
  `delete from deliveries where id in (
     select id from (select id, created_at from deliveries where webhook_id = $1 order by id limit $3) as oldest
     where created_at < $2)`,
)

const removeDeleted = sql<never, [id: WebhookId]>(
  'webhooks.remove_deleted',
  'delete from webhooks where id = $1 and deleted_at is not null',
)

export const pruneDeliveries = async (store: Store, now: number): Promise<void> => {
  const before = now - KEPT_MS
  for (let from = ''; ;) {
    const found = await store.first(findOld, from, before)
    if (!found) break
    await store.write((tx) => tx.run(removeOldest, found.id, before, BATCH))
    from = found.id
  }
  for (;;) {
    const found = await store.first(findDeleted)
    if (!found) return
    await store.write(async (tx) => {
      const removed = await tx.run(removeOldest, found.id, Number.MAX_SAFE_INTEGER, BATCH)
      if (removed < BATCH) await tx.run(removeDeleted, found.id)
    })
  }
}
