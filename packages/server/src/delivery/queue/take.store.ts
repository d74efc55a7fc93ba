// Events on their way from the feed into a queue: read from the position of the queue on, and written as deliveries
// that are leased already.
import { newId, type FeedId, type WebhookId } from '../../kernel/ids.ts'
import { declareInSizes, enqueueInChunks } from '../../store/statements/chunks.ts'
import { changeByRows } from '../../store/statements/changes.ts'
import { deliveries } from '../../store/schema/events.ts'
import { sql } from '../../store/statements/statement.ts'
import { columnsOf } from '../../store/statements/table.ts'
import type { Tx } from '../../store/store.ts'
import type { ClaimedRow, Lease } from './claim.store.ts'
import type { Queue } from './queue.store.ts'
import type { NextEvent } from './take.rules.ts'

const list = sql<NextEvent, [feedId: FeedId, position: number, webhookId: WebhookId, limit: number]>(
  'delivery.list_next_events',
  `select e.seq, e.id, e.type, e.body, e.created_at,
     case when exists (select 1 from deliveries d
       where d.webhook_id = $3 and d.seq = e.seq and d.status = 'delivered' and d.event_id = e.id)
     then 1 else 0 end as is_delivered
   from events e where e.feed_id = $1 and e.seq > $2 order by e.seq limit $4`,
)

/** What comes after the position of the queue, in the order of the feed. */
export const listNextEvents = (
  tx: Tx,
  { feed_id, position, webhook_id }: Queue,
  limit: number,
): Promise<readonly NextEvent[]> => tx.all(list, feed_id, position, webhook_id, limit)

const insert = declareInSizes(
  changeByRows(
    deliveries,
    'delivery.insert_leased',
    columnsOf(deliveries, 'webhook_id', 'id', 'run', 'seq', 'event_id', 'type'),
    `with taken ({columns}) as (values {rows})
     insert into deliveries (webhook_id, id, run, seq, event_id, type, due_at, lease, attempted_at, created_at,
       status, attempts)
     select webhook_id, id, run, seq, event_id, type, cast($due_at as bigint), cast($lease as text),
       cast($now as bigint), cast($now as bigint), 'pending', 1
     from taken`,
  ),
)

/** A delivery that was made of an event. */
export interface TakenDelivery {
  readonly queue: Queue
  readonly row: ClaimedRow
}

export const toTakenDelivery = (queue: Queue, event: NextEvent, now: number): TakenDelivery => {
  const { id: event_id, type, seq, created_at, body } = event
  return {
    queue,
    row: { id: newId('delivery', now), event_id, type, seq, attempts: 1, created_at, body, is_test: 0 },
  }
}

/** Of all queues together. The first attempt is counted here, before it is made. */
export const insertLeased = (
  tx: Tx,
  taken: readonly TakenDelivery[],
  { token, until }: Lease,
  now: number,
): void => {
  const rows = taken.map(({ queue: { webhook_id, run }, row: { id, seq, event_id, type } }) => ({
    webhook_id,
    id,
    run,
    seq,
    event_id,
    type,
  }))
  enqueueInChunks(tx, insert, rows, { due_at: until, lease: token, now })
}
