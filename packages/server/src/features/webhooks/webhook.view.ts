// Subscriptions and their log as their owner sees them; in feeds and mails only the id, description and host.
import type { Delivery, FeedWebhook, Webhook } from '@challenge-service/contract'
import { toRfc3339, toRfc3339OrNull } from '../../kernel/instants.ts'
import type { LoggedDelivery } from './log.store.ts'
import { chooseGeneration, type Subscription } from './webhook.rules.ts'

export const viewWebhook = (webhook: Subscription): Webhook => ({
  id: webhook.id,
  url: webhook.url,
  // From the kinds that the contract lists, of this release or of a newer one.
  events: [...webhook.events] as Webhook['events'],
  description: webhook.description,
  header_names: [...webhook.headerNames],
  status: webhook.status,
  disabled_reason: webhook.disabledReason,
  disabled_at: toRfc3339OrNull(webhook.disabledAt),
  created_at: toRfc3339(webhook.createdAt),
})

export const viewInFeed = ({ id, description, target }: Subscription): FeedWebhook => ({
  id,
  description,
  host: new URL(target).host,
})

/** What waited when its generation ended is not sent any more, whether or not its row says so already. */
export const viewDelivery = (delivery: LoggedDelivery, webhook: Subscription): Delivery => {
  const isWaiting = delivery.status === 'pending'
  const isOver = isWaiting && delivery.run !== chooseGeneration(webhook)
  return {
    id: delivery.id,
    event_id: delivery.event_id,
    type: delivery.type,
    ...(delivery.is_test === 1 ? { test: true } : {}),
    status: isOver ? 'dropped' : delivery.status,
    attempts: delivery.attempts,
    outcome: delivery.outcome,
    error: delivery.error,
    response_status: delivery.response_status,
    response_ms: delivery.response_ms,
    response_excerpt: delivery.response_excerpt,
    created_at: toRfc3339(delivery.created_at),
    last_attempt_at: toRfc3339OrNull(delivery.attempted_at),
    next_attempt_at: isWaiting && !isOver ? toRfc3339OrNull(nextAttemptAt(delivery)) : null,
  }
}

/** Null while it is being tried. */
const nextAttemptAt = ({ due_at, lease, created_at }: LoggedDelivery): number | null => {
  if (lease !== null) return null
  return due_at === 0 ? created_at : due_at
}
