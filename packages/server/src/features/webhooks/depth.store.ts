// How much waits to be delivered: for the operator's eyes.
import { sql } from '../../store/statements/statement.ts'
import type { Reader } from '../../store/store.ts'

// More than this is not counted on: a look at the queues must not cost what they cost.
const COUNTED = 100_000

const countRows = sql<{ waiting: number }, [limit: number]>(
  'webhooks.count_waiting',
  `select count(*) as waiting from (
     select d.seq from webhook_queues q
     join deliveries d on d.webhook_id = q.webhook_id and d.run = q.run and d.due_at is not null limit $1) as counted`,
)

// A queue that has not come to the end of its feed is due at some time, or its feed is marked.
const behind = `(
  select q.webhook_id, q.feed_id, q.position, f.head from webhook_queues q
    join feeds f on f.owner_id = q.feed_id where q.due_at is not null and q.position < f.head
  union
  select q.webhook_id, q.feed_id, q.position, f.head from feeds f
    join webhook_queues q on q.feed_id = f.owner_id where f.waiting_since is not null and q.position < f.head)`

const countEvents = sql<{ waiting: number | null }, []>(
  'webhooks.count_events_to_take',
  `select cast(sum(b.head - b.position) as bigint) as waiting from ${behind} as b`,
)

const oldest = sql<{ created_at: number | null }, []>(
  'webhooks.oldest_untried',
  `select min(first_at) as created_at from (
     select (select d.created_at from deliveries d
             where d.webhook_id = q.webhook_id and d.run = q.run and d.due_at = 0 order by d.seq limit 1) as first_at
     from webhook_queues q where q.due_at is not null
     union all
     select (select e.created_at from events e where e.feed_id = b.feed_id and e.seq > b.position
             order by e.seq limit 1) as first_at
     from ${behind} as b) as untried`,
)

export interface QueueDepth {
  /** What is still to be sent. Of a subscription that wants some kinds only, every event that it has yet to look at. */
  readonly waiting: number
  /** When the oldest of those that were never tried was written; null where there is none. */
  readonly oldestAt: number | null
}

export const readDepth = async (reader: Reader): Promise<QueueDepth> => {
  const [rows, events, first] = await Promise.all([
    reader.first(countRows, COUNTED),
    reader.first(countEvents),
    reader.first(oldest),
  ])
  const waiting = Math.min(COUNTED, (rows?.waiting ?? 0) + (events?.waiting ?? 0))
  return { waiting, oldestAt: first?.created_at ?? null }
}
