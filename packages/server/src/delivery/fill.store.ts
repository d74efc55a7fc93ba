// Fills a queue from the feed with what an interrupted subscription missed, a bounded number at a time.
import type { EventKind } from '@challenge-service/contract'
import { sql } from '../store/statement.ts'
import type { Tx } from '../store/store.ts'

const AT_ONCE = 200

export interface MissedEvent {
  readonly seq: number
  readonly id: string
  readonly type: EventKind
}

// Walks the feed by number, so what was delivered is passed over one by one: cheap, and bounded by the limit.
const list = sql<
  MissedEvent & { readonly delivered: number },
  [feedId: string, from: number, to: number, limit: number, webhookId: string]
>(
  'delivery.list_missed',
  `select e.seq, e.id, e.type,
     case when exists (select 1 from deliveries d
       where d.webhook_id = $5 and d.seq = e.seq and d.event_id = e.id and d.status = 'delivered')
     then 1 else 0 end as delivered
   from events e where e.feed_id = $1 and e.seq >= $2 and e.seq <= $3 order by e.seq limit $4`,
)

const advance = sql<never, [webhookId: string, from: number | null]>(
  'delivery.advance_fill',
  `update webhook_queues set fill_from = $2, fill_to = case when cast($2 as bigint) is null then null else fill_to end
   where webhook_id = $1`,
)

/** The next entries that were not delivered, and where to go on; null when that was all. */
export const takeMissed = async (
  tx: Tx,
  queue: { readonly webhook_id: string; readonly feed_id: string },
  from: number,
  to: number,
): Promise<{ readonly missed: readonly MissedEvent[]; readonly next: number | null }> => {
  const rows = await tx.all(list, queue.feed_id, from, to, AT_ONCE, queue.webhook_id)
  const last = rows.at(-1)
  const next = rows.length === AT_ONCE && last && last.seq < to ? last.seq + 1 : null
  await tx.run(advance, queue.webhook_id, next)
  return { missed: rows.filter(({ delivered }) => delivered === 0), next }
}
