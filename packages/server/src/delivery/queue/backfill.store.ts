// What an interrupted subscription missed, read from the feed a bounded number at a time.
import type { EventKind } from '@challenge-service/contract'
import { sql } from '../../store/statement.ts'
import type { Tx } from '../../store/store.ts'

const AT_ONCE = 200

export interface MissedEvent {
  readonly seq: number
  readonly id: string
  readonly type: EventKind
}

const list = sql<MissedEvent, [feedId: string, from: number, to: number, limit: number]>(
  'delivery.list_missed',
  'select seq, id, type from events where feed_id = $1 and seq >= $2 and seq <= $3 order by seq limit $4',
)

const listDelivered = sql<{ event_id: string }, [webhookId: string, from: number, to: number]>(
  'delivery.list_delivered',
  `select event_id from deliveries where webhook_id = $1 and status = 'delivered' and seq >= $2 and seq <= $3`,
)

const advance = sql<never, [webhookId: string, from: number | null]>(
  'delivery.advance_backfill',
  `update webhook_queues set fill_from = $2, fill_to = case when cast($2 as bigint) is null then null else fill_to end
   where webhook_id = $1`,
)

/** The next events of the feed that were not delivered, and where to go on; null when that was all. */
export const advanceBackfill = async (
  tx: Tx,
  queue: { readonly webhook_id: string; readonly feed_id: string },
  from: number,
  to: number,
): Promise<{ readonly missed: readonly MissedEvent[]; readonly next: number | null }> => {
  const rows = await tx.all(list, queue.feed_id, from, to, AT_ONCE)
  const last = rows.at(-1)
  const delivered = last ? await tx.all(listDelivered, queue.webhook_id, from, last.seq) : []
  const known = new Set(delivered.map(({ event_id }) => event_id))
  const next = rows.length === AT_ONCE && last && last.seq < to ? last.seq + 1 : null
  await tx.run(advance, queue.webhook_id, next)
  return { missed: rows.filter(({ id }) => !known.has(id)), next }
}
