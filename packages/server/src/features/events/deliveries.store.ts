// The outbox of webhooks: one row for each event and subscription, written in the transaction of the event. The
// queue's row is locked by it to the commit, so a claim either comes before and finds nothing, or after and
// finds it.
import type { EventKind } from '@challenge-service/contract'
import { newId } from '../../kernel/ids.ts'
import { sql } from '../../store/statement.ts'
import type { Tx } from '../../store/store.ts'
import { readSubscribers, wants } from './subscribers.rules.ts'

/** Signalled whenever something may be due. */
export const DELIVERIES_TOPIC = 'deliveries'

export interface NewDelivery {
  readonly webhookId: string
  readonly generation: number
  /** The number in the feed; of what is in no feed, that of the newest event before it. */
  readonly seq: number
  readonly eventId: string
  readonly type: EventKind
  /** Null where the event of the feed is what is sent. */
  readonly body: string | null
}

const insert = sql<
  never,
  [
    webhookId: string,
    id: string,
    generation: number,
    seq: number,
    eventId: string,
    type: EventKind,
    body: string | null,
    now: number,
  ]
>(
  'events.insert_delivery',
  `insert into deliveries (webhook_id, id, run, seq, event_id, type, body, status, attempts, due_at, created_at)
   values ($1, $2, $3, $4, $5, $6, $7, 'pending', 0, 0, $8)`,
)

/** Gives its id. */
export const insertDelivery = (tx: Tx, delivery: NewDelivery, now: number): string => {
  const { webhookId, generation, seq, eventId, type, body } = delivery
  const id = newId('delivery', now)
  tx.enqueue(insert, webhookId, id, generation, seq, eventId, type, body, now)
  return id
}

const wake = sql<never, [webhookId: string, now: number]>(
  'events.wake_queue',
  `update webhook_queues set due_at = case when due_at <= $2 then due_at else $2 end where webhook_id = $1`,
)

/** Lets the queue be looked at; it always takes the lock, or a claim that is under way would overlook it. */
export const wakeQueue = (tx: Tx, webhookId: string, now: number): void => {
  tx.enqueue(wake, webhookId, now)
  tx.signal(DELIVERIES_TOPIC)
}

interface WrittenEvent {
  readonly seq: number
  readonly id: string
  readonly type: EventKind
  readonly createdAt: number
}

/** In the order of the subscriptions, so that queues are locked in one order everywhere. */
export const fanOut = (tx: Tx, subscribers: string, events: readonly WrittenEvent[]): void => {
  for (const subscriber of readSubscribers(subscribers)) {
    const { webhookId, generation } = subscriber
    const wanted = events.filter(({ type }) => wants(subscriber, type))
    const [first] = wanted
    if (first) wakeQueue(tx, webhookId, first.createdAt)
    for (const { seq, id: eventId, type, createdAt } of wanted) {
      insertDelivery(tx, { webhookId, generation, seq, eventId, type, body: null }, createdAt)
    }
  }
}
