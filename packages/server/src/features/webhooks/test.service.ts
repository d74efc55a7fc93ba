// Sends a subscription something that never happened, so that its owner can see a delivery: a plain test, or a sample
// of any kind. Neither is in a feed, and no other subscription is sent it.
import { eventsByKind, type EventKind } from '@challenge-service/contract'
import { newId } from '../../kernel/ids.ts'
import { toRfc3339 } from '../../kernel/instants.ts'
import type { Tx } from '../../store/store.ts'
import { writeBody, writeEvent } from '../events/append.ts'
import type { NewDelivery } from '../events/deliveries.store.ts'
import type { Call } from '../route.ts'
import { queueDelivery } from './queue.service.ts'
import { openTestQueue } from './queue.store.ts'
import { checkAdmin, chooseGeneration, type Subscription } from './webhook.rules.ts'
import { lockWebhook, type WebhookPath } from './webhook.service.ts'
import { viewInFeed } from './webhook.view.ts'

export const sendTest = async (
  tx: Tx,
  { actor, input, now }: Call<WebhookPath & { readonly type?: EventKind }>,
): Promise<{ delivery_id: string }> => {
  const { webhook, position: seq } = await lockWebhook(tx, actor, input.id)
  checkAdmin(actor)
  const event = input.type === undefined ? makePlainTest(webhook, now) : makeSample(input.type, now)
  if (webhook.status === 'disabled') {
    const { id: webhookId, feedId } = webhook
    await openTestQueue(tx, { webhookId, feedId, generation: chooseGeneration(webhook) })
  }
  return queueDelivery(tx, webhook, { seq, ...event }, now)
}

type TestEvent = Pick<NewDelivery, 'eventId' | 'type' | 'body' | 'isTest'>

const makePlainTest = (webhook: Subscription, now: number): TestEvent => {
  const type = 'webhook.test'
  const data = { webhook: viewInFeed(webhook) }
  const { id, body } = writeEvent({ at: now, type, actor: 'member', challenge_id: null, data }, now)
  return { eventId: id, type, body, isTest: false }
}

/** The example of the documentation. It has an id of its own, since receivers pass over one that they know. */
const makeSample = (type: EventKind, now: number): TestEvent => {
  const eventId = newId('event', now)
  const event = { ...eventsByKind[type], id: eventId, created_at: toRfc3339(now), test: true as const }
  return { eventId, type, body: writeBody(event), isTest: true }
}
