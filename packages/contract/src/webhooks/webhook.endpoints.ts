// Making, changing and ending webhook subscriptions.
import { endpoint } from '../endpoint.ts'
import { ids } from '../examples/story.ts'
import { exampleSecret, webhook } from '../examples/webhook.ts'
import { namedObject } from '../object.ts'
import { always, flag, id, line, list, nullable, optional, someOf, webUrl } from '../schema.ts'
import { Delivery, QueuedDelivery } from './delivery.schema.ts'
import { subscribable, Webhook, webhookHeaders, WebhookWithSecret } from './webhook.schema.ts'

const params = { id: id('webhook', 'The subscription.') }

const DeletedWebhook = namedObject('DeletedWebhook', 'What is left of a deleted subscription.', {
  id: id('webhook', 'The subscription that is gone.'),
  deleted: always('Always true.'),
})

const headerNotes =
  '`headers` holds at most 5. A name is `Authorization`, or `X-` and 1 to 60 letters, digits and hyphens; each stands once, whatever its case. Refused are `X-SVC-*`, `X-Forwarded-*`, `X-Real-IP`, `X-Original-*`, `X-Rewrite-*` and `X-HTTP-Method*`. A value is 1 to 512 printable ASCII characters, without a space at either end. Values are kept encrypted, and no answer shows them: only `header_names`.'

const movedUrl = 'https://hooks.example.com/challenges'

export const webhookEndpoints = {
  listWebhooks: endpoint({
    method: 'GET',
    path: '/v1/webhooks',
    scope: 'webhooks:manage',
    summary: 'List the webhook subscriptions of the account or group',
    notes: [
      'With a group token, reading and managing subscriptions needs an acting person who is an admin of the group.',
    ],
    result: list(Webhook),
    paged: 'desc',
    refusals: ['admin_only'],
    example: { input: {}, result: [webhook] },
  }),
  createWebhook: endpoint({
    method: 'POST',
    path: '/v1/webhooks',
    scope: 'webhooks:manage',
    summary: 'Subscribe a URL to events, and receive its signing secret this once',
    notes: [
      'The `signing_secret` is in this answer and never again: store it. `events` takes kinds of events, or `["*"]` for all of them, which is the default.',
      'The URL must be `https` and lead to a public address; a URL can be subscribed once for each account or group. An account or group has at most 100 subscriptions, unless the operator has set another number.',
      headerNotes,
    ],
    body: {
      url: webUrl('Where deliveries are sent.'),
      // That `*` stands alone is judged by the feature.
      events: optional(
        someOf(subscribable, 'Which kinds are delivered. `*` is all of them, and stands alone.'),
        { default: ['*'] },
      ),
      description: optional(line(0, 200, 'To tell subscriptions apart.')),
      headers: optional(
        webhookHeaders('Sent with each delivery, for a receiver that cannot check a signature.'),
      ),
    },
    result: WebhookWithSecret,
    statuses: [201],
    refusals: ['admin_only', 'url_refused', 'url_taken', 'limit_reached'],
    example: {
      input: {
        url: webhook.url,
        events: webhook.events,
        description: "Ana's bot",
        headers: { 'X-Api-Key': 'an example, and no key' },
      },
      result: { ...webhook, signing_secret: exampleSecret },
    },
  }),
  getWebhook: endpoint({
    method: 'GET',
    path: '/v1/webhooks/{id}',
    scope: 'webhooks:manage',
    summary: 'Read one webhook subscription',
    notes: ['Without its signing secret.'],
    params,
    result: Webhook,
    extension: true,
    refusals: ['admin_only'],
    example: { input: { id: ids.webhook }, result: webhook },
  }),
  changeWebhook: endpoint({
    method: 'PATCH',
    path: '/v1/webhooks/{id}',
    scope: 'webhooks:manage',
    summary: 'Change where a subscription is delivered, what is delivered, or its headers',
    notes: [
      'What is left out stays as it is; so does the signing secret. What is waiting goes to the new URL. A delivery that is on its way already ends where it began. `events` holds for what has not been taken from the feed yet. A disabled subscription can be changed, and stays disabled.',
      '`headers` replaces all of them, and `{}` removes them. A change of scheme, host or port of the URL removes the headers too, unless the same call sends them again: they are not for another receiver.',
    ],
    params,
    body: {
      url: optional(webUrl('Where deliveries are sent from now on.')),
      events: optional(
        someOf(subscribable, 'Which kinds are delivered. `*` is all of them, and stands alone.'),
      ),
      description: optional(
        nullable(line(0, 200, 'To tell subscriptions apart. An empty text or null removes it.')),
      ),
      headers: optional(webhookHeaders('Sent with each delivery. Replaces all earlier ones.')),
    },
    result: Webhook,
    extension: true,
    refusals: ['admin_only', 'url_refused', 'url_taken'],
    example: {
      input: { id: ids.webhook, url: movedUrl, headers: { 'X-Api-Key': 'another example, and no key' } },
      result: { ...webhook, url: movedUrl },
    },
  }),
  deleteWebhook: endpoint({
    method: 'DELETE',
    path: '/v1/webhooks/{id}',
    scope: 'webhooks:manage',
    summary: 'Delete a webhook subscription',
    notes: ['Deliveries that were waiting for it are not sent. The feed still has their events.'],
    params,
    result: DeletedWebhook,
    extension: true,
    refusals: ['admin_only'],
    example: { input: { id: ids.webhook }, result: { id: ids.webhook, deleted: true } },
  }),
  enableWebhook: endpoint({
    method: 'POST',
    path: '/v1/webhooks/{id}/enable',
    scope: 'webhooks:manage',
    summary: 'Switch a disabled subscription on again, and send what it missed if asked to',
    notes: [
      'With `resend` every event that was not delivered since the oldest failure is queued again, in the order of the feed: at most once in an hour for a subscription. A subscription is switched on at most 10 times in a day. What is over is a `conflict` with `Retry-After`. A receiver that answers 410 unsubscribes: what was on its way then may still arrive, and nothing leaves after it.',
    ],
    params,
    body: { resend: optional(flag('Whether to send what was missed.')) },
    result: Webhook,
    extension: true,
    refusals: ['admin_only', 'already_active', 'limit_reached'],
    example: { input: { id: ids.webhook, resend: true }, result: webhook },
  }),
  rotateWebhook: endpoint({
    method: 'POST',
    path: '/v1/webhooks/{id}/rotate',
    scope: 'webhooks:manage',
    summary: 'Make a new signing secret; the old one signs too for 24 hours',
    notes: [
      'For 24 hours each delivery is signed with both secrets, so that a receiver can change over without losing one. A second rotation ends the oldest secret at once. A secret is rotated at most 10 times in a day. What is over is a `conflict` with `Retry-After`.',
    ],
    params,
    result: WebhookWithSecret,
    extension: true,
    refusals: ['admin_only', 'limit_reached'],
    example: { input: { id: ids.webhook }, result: { ...webhook, signing_secret: exampleSecret } },
  }),
}

/** In the order in which documents show them. */
export const webhookObjects = [Webhook, WebhookWithSecret, Delivery, QueuedDelivery, DeletedWebhook]
