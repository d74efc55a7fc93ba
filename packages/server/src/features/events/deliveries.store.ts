// Deliveries that no feed leads to: a test, and an event that is sent once more. All others are made from the feed,
// when there is capacity to send them.
import type { EventKind } from '@challenge-service/contract'
import { newId, type DeliveryId, type EventId, type WebhookId } from '../../kernel/ids.ts'
import { sql } from '../../store/statement.ts'
import type { Tx } from '../../store/store.ts'

/** Signalled whenever something may be due. */
export const DELIVERIES_TOPIC = 'deliveries'

/** Signalled when a subscription is to be delivered elsewhere, or with other headers. */
export const RECEIVERS_TOPIC = 'receivers'

export interface NewDelivery {
  readonly webhookId: WebhookId
  readonly generation: number
  /** The number in the feed; of what is in no feed, that of the newest event before it. */
  readonly seq: number
  readonly eventId: EventId
  readonly type: EventKind
  /** Null where the event of the feed is what is sent. */
  readonly body: string | null
  /** Whether it is a sample, of something that never happened. */
  readonly isTest: boolean
}

const insert = sql<
  never,
  [
    webhookId: WebhookId,
    id: DeliveryId,
    generation: number,
    seq: number,
    eventId: EventId,
    type: EventKind,
    body: string | null,
    now: number,
    isTest: 0 | 1,
  ]
>(
  'events.insert_delivery',
  `insert into deliveries (webhook_id, id, run, seq, event_id, type, body, status, attempts, due_at, created_at,
     is_test)
   values ($1, $2, $3, $4, $5, $6, $7, 'pending', 0, 0, $8, $9)`,
)

const wake = sql<never, [webhookId: WebhookId, now: number]>(
  'events.wake_queue',
  `update webhook_queues set due_at = case when due_at <= $2 then due_at else $2 end where webhook_id = $1`,
)

/** Locks the queue's row to the commit: a claim that is under way comes before, and the next one finds what changed. */
export const wakeQueue = (tx: Tx, webhookId: WebhookId, now: number): void => {
  tx.enqueue(wake, webhookId, now)
  tx.signal(DELIVERIES_TOPIC)
}

/** Gives its id. */
export const queueNewDelivery = (tx: Tx, delivery: NewDelivery, now: number): DeliveryId => {
  const { webhookId, generation, seq, eventId, type, body, isTest } = delivery
  const id = newId('delivery', now)
  wakeQueue(tx, webhookId, now)
  tx.enqueue(insert, webhookId, id, generation, seq, eventId, type, body, now, isTest ? 1 : 0)
  return id
}
