// Puts one delivery more into the queue of an active subscription whose feed is locked.
import type { Tx } from '../../store/store.ts'
import { queueNewDelivery, type NewDelivery } from '../events/deliveries.store.ts'
import type { LoggedDelivery } from './log.store.ts'
import type { Subscription } from './webhook.rules.ts'

export const queueDelivery = (
  tx: Tx,
  { id: webhookId, generation }: Subscription,
  delivery: Pick<NewDelivery, 'seq' | 'eventId' | 'type' | 'body'>,
  now: number,
): { readonly delivery_id: string } => ({
  delivery_id: queueNewDelivery(tx, { webhookId, generation, ...delivery }, now),
})

/** The same event once more, as a delivery of its own. */
export const queueAgain = (
  tx: Tx,
  webhook: Subscription,
  { seq, event_id: eventId, type, body }: LoggedDelivery,
  now: number,
): { readonly delivery_id: string } => queueDelivery(tx, webhook, { seq, eventId, type, body }, now)
