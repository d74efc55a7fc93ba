// How much waits to be delivered: for the operator's eyes.
import { sql } from '../../store/statement.ts'
import type { Reader } from '../../store/store.ts'

// More than this is not counted on: a look at the queues must not cost what they cost.
const COUNTED = 1_000_000

const count = sql<{ waiting: number }, [limit: number]>(
  'webhooks.count_waiting',
  `select count(*) as waiting from (
     select d.seq from webhook_queues q
     join deliveries d on d.webhook_id = q.webhook_id and d.run = q.run and d.due_at is not null limit $1) as counted`,
)

const oldest = sql<{ created_at: number | null }, []>(
  'webhooks.oldest_untried',
  `select min(first_at) as created_at from (
     select (select d.created_at from deliveries d
             where d.webhook_id = q.webhook_id and d.run = q.run and d.due_at = 0 order by d.seq limit 1) as first_at
     from webhook_queues q where q.due_at is not null) as untried`,
)

export interface QueueDepth {
  readonly waiting: number
  /** When the oldest of those that were never tried was written; null where there is none. */
  readonly oldestAt: number | null
}

export const readDepth = async (reader: Reader): Promise<QueueDepth> => {
  const [counted, first] = await Promise.all([reader.first(count, COUNTED), reader.first(oldest)])
  return { waiting: counted?.waiting ?? 0, oldestAt: first?.created_at ?? null }
}
