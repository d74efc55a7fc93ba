// Removes what has had its time: deliveries of more than thirty days ago, and deleted subscriptions with all of
// theirs; in small transactions, so that nothing waits long for it.
import { firstIdAt, type WebhookId } from '../../kernel/ids.ts'
import { DAY_MS } from '../../kernel/instants.ts'
import { sql } from '../../store/statements/statement.ts'
import type { Store } from '../../store/store.ts'
import { removeDeliveries } from './erase.store.ts'

const KEPT_MS = 30 * DAY_MS
const BATCH = 500

// Their ids are in the order in which they were made.
const removeOld = sql<never, [before: string, limit: number]>(
  'webhooks.remove_old_deliveries',
  'delete from deliveries where id in (select id from deliveries where id < $1 order by id limit $2)',
)

const findDeleted = sql<{ id: WebhookId }, []>(
  'webhooks.find_deleted',
  'select id from webhooks where deleted_at is not null order by id limit 1',
)

const removeDeleted = sql<never, [id: WebhookId]>(
  'webhooks.remove_deleted',
  'delete from webhooks where id = $1 and deleted_at is not null',
)

export const pruneDeliveries = async (store: Store, now: number): Promise<void> => {
  const before = firstIdAt('delivery', now - KEPT_MS)
  while ((await store.write((tx) => tx.run(removeOld, before, BATCH))) === BATCH) {
    // Each batch is a transaction of its own.
  }
  for (;;) {
    const found = await store.first(findDeleted)
    if (!found) return
    await store.write(async (tx) => {
      const removed = await removeDeliveries(tx, found.id, BATCH)
      if (removed < BATCH) await tx.run(removeDeleted, found.id)
    })
  }
}
