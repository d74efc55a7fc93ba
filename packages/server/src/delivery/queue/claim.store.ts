// Claiming deliveries that have rows already, under a lease: what is to be tried again, tests, resends, and what was
// handed back untried. How much waits makes no difference: what is next stands first in the index.
import { limits } from '@challenge-service/contract/plain'
import type { DeliveryId, EventId, WebhookId } from '../../kernel/ids.ts'
import { change } from '../../store/statements/changes.ts'
import { runReturning, sqlReturning } from '../../store/statements/returning.ts'
import { deliveries } from '../../store/schema/events.ts'
import { sql } from '../../store/statements/statement.ts'
import type { Reader, Tx } from '../../store/store.ts'
import type { Queue } from './queue.store.ts'

export interface ReceiverRow {
  /** Its URL, in canonical form. */
  readonly target: string
  /** The kinds of event that it wants, with spaces between; or `*`. */
  readonly events: string
  readonly secret: Uint8Array
  readonly old_secret: Uint8Array | null
  readonly old_secret_until: number | null
  readonly headers: Uint8Array | null
}

const findRow = sql<ReceiverRow, [webhookId: WebhookId]>(
  'delivery.find_receiver',
  'select target, events, secret, old_secret, old_secret_until, headers from webhooks where id = $1',
)

export const findReceiverRow = (reader: Reader, webhookId: WebhookId): Promise<ReceiverRow | undefined> =>
  reader.first(findRow, webhookId)

const inGeneration = 'webhook_id = $webhook_id and run = $run'

export interface ClaimedRow {
  readonly id: DeliveryId
  readonly event_id: EventId
  readonly type: string
  readonly seq: number
  readonly attempts: number
  readonly created_at: number
  /** Null where the feed no longer has the event. */
  readonly body: string | null
  /** 1 where it is a sample. */
  readonly is_test: number
}

const claimedColumns = `id, event_id, type, seq, attempts, created_at, is_test, coalesce(body,
     (select e.body from events e
      where e.feed_id = $feed_id and e.seq = deliveries.seq and e.id = deliveries.event_id)) as body`

interface ClaimValues extends Pick<Queue, 'webhook_id' | 'run' | 'position' | 'feed_id'> {
  readonly lease: string
  readonly due_at: number
  readonly now: number
  readonly limit: number
}

// Tried before and due again comes first, since that is what decides whether a receiver is dead; then what was
// never tried, in the order of the feed. What stands after the position of the queue waits until it is there.
const claim = sqlReturning<ClaimedRow, ClaimValues>(
  'delivery.claim',
  `update deliveries
   set lease = $lease, due_at = $due_at, attempted_at = $now,
       attempts = case when attempts < ${limits.deliveryAttempts} then attempts + 1 else attempts end
   where id in (
     select id from (
       select id from (select id from deliveries where ${inGeneration} and due_at > 0 and due_at <= $now
                       order by due_at, seq limit $limit) as again
       union all
       select id from (select id from deliveries where ${inGeneration} and due_at = 0 and seq <= $position
                       order by seq limit $limit) as fresh
     ) as due limit $limit)`,
  {
    returning: claimedColumns,
    fallback: `select ${claimedColumns} from deliveries
      where ${inGeneration} and due_at = $due_at and lease = $lease order by seq`,
  },
)

export interface Lease {
  readonly token: string
  readonly until: number
}

/** At most `limit` of a locked queue, in the order of the feed. The attempt is counted here, before it is made. */
export const claimDeliveries = async (
  tx: Tx,
  { webhook_id, feed_id, run, position }: Queue,
  { token, until }: Lease,
  limit: number,
  now: number,
): Promise<readonly ClaimedRow[]> => {
  const given = { webhook_id, run, position, feed_id, lease: token, due_at: until, now, limit }
  const rows = await runReturning(tx, claim, given)
  return rows.toSorted((a, b) => a.seq - b.seq || (a.id < b.id ? -1 : 1))
}

const drop = change(
  deliveries,
  'delivery.drop',
  `update deliveries set status = 'dropped', due_at = null, lease = null, settled_at = $settled_at where id = $id`,
)

/** For what cannot be sent any more, since the feed no longer has it. */
export const dropDelivery = (tx: Tx, id: DeliveryId, now: number): void =>
  tx.enqueue(drop, { id, settled_at: now })
