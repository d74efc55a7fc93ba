// Deliveries that no feed leads to: a test, and an event that is sent once more. All others are made from the feed,
// when there is capacity to send them.
import type { EventKind } from '@challenge-service/contract'
import { newId, type DeliveryId, type EventId, type WebhookId } from '../../kernel/ids.ts'
import { change, insertInto } from '../../store/statements/changes.ts'
import { deliveries, webhookQueues } from '../../store/schema/events.ts'
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

const insert = insertInto(deliveries, 'events.insert_delivery', [
  'webhook_id',
  'id',
  'run',
  'seq',
  'event_id',
  'type',
  'body',
  'status',
  'attempts',
  'due_at',
  'created_at',
  'is_test',
])

const wake = change(
  webhookQueues,
  'events.wake_queue',
  `update webhook_queues set due_at = case when due_at <= $due_at then due_at else $due_at end
   where webhook_id = $webhook_id`,
)

/** Locks the queue's row to the commit: a claim that is under way comes before, and the next one finds what changed. */
export const wakeQueue = (tx: Tx, webhookId: WebhookId, now: number): void => {
  tx.enqueue(wake, { webhook_id: webhookId, due_at: now })
  tx.signal(DELIVERIES_TOPIC)
}

/** Gives its id. */
export const queueNewDelivery = (tx: Tx, delivery: NewDelivery, now: number): DeliveryId => {
  const { webhookId, generation, seq, eventId, type, body, isTest } = delivery
  const id = newId('delivery', now)
  wakeQueue(tx, webhookId, now)
  tx.enqueue(insert, {
    webhook_id: webhookId,
    id,
    run: generation,
    seq,
    event_id: eventId,
    type,
    body,
    status: 'pending',
    attempts: 0,
    due_at: 0,
    created_at: now,
    is_test: isTest ? 1 : 0,
  })
  return id
}
