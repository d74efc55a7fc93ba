// Puts one delivery more into the queue of a subscription whose feed is locked.
import type { Tx } from '../../store/store.ts'
import { queueNewDelivery, type NewDelivery } from '../events/deliveries.store.ts'
import type { LoggedDelivery } from './log.store.ts'
import { chooseGeneration, type Subscription } from './webhook.rules.ts'

export const queueDelivery = (
  tx: Tx,
  webhook: Subscription,
  delivery: Omit<NewDelivery, 'webhookId' | 'generation'>,
  now: number,
): { readonly delivery_id: string } => {
  const whose = { webhookId: webhook.id, generation: chooseGeneration(webhook) }
  return { delivery_id: queueNewDelivery(tx, { ...whose, ...delivery }, now) }
}

/** The same event once more, as a delivery of its own. */
export const queueAgain = (
  tx: Tx,
  webhook: Subscription,
  { seq, event_id: eventId, type, body, is_test }: LoggedDelivery,
  now: number,
): { readonly delivery_id: string } =>
  queueDelivery(tx, webhook, { seq, eventId, type, body, isTest: is_test === 1 }, now)
