// The deliveries of a subscription: a test, the log, and sending one again.
import { endpoint } from '../endpoint.ts'
import { eventKinds } from '../events/event-kinds.ts'
import { ids } from '../examples/story.ts'
import { delivery } from '../examples/webhook.ts'
import { id, list, oneOf, optional } from '../schema.ts'
import { Delivery, QueuedDelivery } from './delivery.schema.ts'

const params = { id: id('webhook', 'The subscription.') }

export const deliveryEndpoints = {
  testWebhook: endpoint({
    method: 'POST',
    path: '/v1/webhooks/{id}/test',
    scope: 'webhooks:manage',
    summary: 'Send a test delivery to a subscription',
    notes: [
      'Queues a `webhook.test` event for this subscription alone, with the same signature, retries and consequences as any other. It is in no feed.',
      'With `type` the documented example of that kind is sent, which `/openapi.json` has under `webhooks`, whatever kinds the subscription asks for: so that its fields can be mapped before the first such event. It has an id and a time of its own, `"test": true` in the body and the header `X-SVC-Test: true`. All other ids in it are those of the documentation, and lead nowhere.',
      'To a disabled subscription it is sent once, without retries or consequences.',
    ],
    params,
    body: { type: optional(oneOf(eventKinds, 'Send the example of this kind, in place of `webhook.test`.')) },
    result: QueuedDelivery,
    statuses: [202],
    refusals: ['admin_only'],
    example: {
      input: { id: ids.webhook, type: 'challenge.accepted' },
      result: { delivery_id: 'dlv_01m727taz00000vfmsdw3ygkg6' },
    },
  }),
  listDeliveries: endpoint({
    method: 'GET',
    path: '/v1/webhooks/{id}/deliveries',
    scope: 'webhooks:manage',
    summary: 'List the deliveries of the last 30 days and how each went',
    notes: ['Newest first: kind, status, attempts, and what the receiver answered last.'],
    params,
    result: list(Delivery),
    paged: 'desc',
    extension: true,
    refusals: ['admin_only'],
    example: { input: { id: ids.webhook }, result: [delivery] },
  }),
  resendDelivery: endpoint({
    method: 'POST',
    path: '/v1/webhooks/{id}/deliveries/{delivery_id}/resend',
    scope: 'webhooks:manage',
    summary: 'Send one delivery again',
    notes: ['The same body under a new delivery id. A switched-off subscription is enabled first.'],
    params: { ...params, delivery_id: id('delivery', 'The delivery to repeat.') },
    result: QueuedDelivery,
    statuses: [202],
    extension: true,
    refusals: ['admin_only', 'disabled'],
    example: {
      input: { id: ids.webhook, delivery_id: delivery.id },
      result: { delivery_id: 'dlv_01m7cspq200001jeg3c2n3zrk8' },
    },
  }),
}
