// Webhook subscriptions and the log of their deliveries. The secret is shown when it is made, and never again.
import { Type, type Static } from 'typebox'
import { endpoint } from './endpoint.ts'
import { eventKinds } from './event-kinds.ts'
import { count, flag, id, instant, line, nullable, oneOf, someOf, webUrl } from './schema.ts'

export const webhookStatuses = ['active', 'disabled'] as const
export type WebhookStatus = (typeof webhookStatuses)[number]

export const disabledReasons = ['failures', 'gone', 'plan'] as const
export type DisabledReason = (typeof disabledReasons)[number]

/** `dropped`: waiting when the subscription was switched off, and not sent. */
export const deliveryStatuses = ['pending', 'delivered', 'failed', 'dropped'] as const
export type DeliveryStatus = (typeof deliveryStatuses)[number]

/**
 * What came of an attempt. `delivered`: a 2xx in time. `gone`: a 410. `redirected`: a 3xx, never followed.
 * `refused_status`: any other status. `timed_out`: no status in time. `unreachable`: no connection, DNS included.
 * `connection_lost`: a connection that ended before a status came. `tls_failed`: no trust in the receiver's
 * certificate, or no TLS at all. `target_forbidden`: the address is not public; nothing was sent.
 * `answer_broken`: what came back is not HTTP.
 */
export const attemptOutcomes = [
  'delivered',
  'gone',
  'redirected',
  'refused_status',
  'timed_out',
  'unreachable',
  'connection_lost',
  'tls_failed',
  'target_forbidden',
  'answer_broken',
] as const
export type AttemptOutcome = (typeof attemptOutcomes)[number]

const subscribable = ['*', ...eventKinds] as const

const members = {
  id: id('webhook'),
  url: Type.String(),
  events: Type.Array(oneOf(subscribable)),
  description: nullable(Type.String()),
  status: oneOf(webhookStatuses),
  disabled_reason: nullable(oneOf(disabledReasons)),
  disabled_at: nullable(instant()),
  created_at: instant(),
}

const Webhook = Type.Object(members)
export type Webhook = Static<typeof Webhook>

const WebhookWithSecret = Type.Object({ ...members, signing_secret: Type.String() })
export type WebhookWithSecret = Static<typeof WebhookWithSecret>

/** As a feed holds it: the path and query of its URL may be secrets. */
export const FeedWebhook = Type.Object({
  id: id('webhook'),
  description: nullable(Type.String()),
  host: Type.String(),
})
export type FeedWebhook = Static<typeof FeedWebhook>

const Delivery = Type.Object({
  id: id('delivery'),
  event_id: id('event'),
  type: oneOf(eventKinds),
  status: oneOf(deliveryStatuses),
  attempts: count(),
  /** Of the last attempt that ended: what came of it, and the answer; null where none came. */
  outcome: nullable(oneOf(attemptOutcomes)),
  error: nullable(Type.String()),
  response_status: nullable(Type.Integer()),
  response_ms: nullable(count()),
  response_excerpt: nullable(Type.String()),
  created_at: instant(),
  last_attempt_at: nullable(instant()),
  next_attempt_at: nullable(instant()),
})
export type Delivery = Static<typeof Delivery>

const Queued = Type.Object({ delivery_id: id('delivery') })

const params = { id: id('webhook') }

export const webhookEndpoints = {
  listWebhooks: endpoint({
    method: 'GET',
    path: '/v1/webhooks',
    scope: 'webhooks:manage',
    summary: 'List the webhook subscriptions of the account or group',
    result: Type.Array(Webhook),
    paged: 'desc',
  }),
  createWebhook: endpoint({
    method: 'POST',
    path: '/v1/webhooks',
    scope: 'webhooks:manage',
    summary: 'Subscribe a URL to events, and receive its signing secret this once',
    body: {
      url: webUrl(),
      // `*` stands alone, which the feature judges.
      events: Type.Optional({ ...someOf(subscribable), default: ['*'] }),
      description: Type.Optional(line(0, 200)),
    },
    result: WebhookWithSecret,
    statuses: [201],
  }),
  getWebhook: endpoint({
    method: 'GET',
    path: '/v1/webhooks/{id}',
    scope: 'webhooks:manage',
    summary: 'Read one webhook subscription',
    params,
    result: Webhook,
    extension: true,
  }),
  deleteWebhook: endpoint({
    method: 'DELETE',
    path: '/v1/webhooks/{id}',
    scope: 'webhooks:manage',
    summary: 'Delete a webhook subscription',
    params,
    result: Type.Object({ id: id('webhook'), deleted: Type.Literal(true) }),
    extension: true,
  }),
  enableWebhook: endpoint({
    method: 'POST',
    path: '/v1/webhooks/{id}/enable',
    scope: 'webhooks:manage',
    summary: 'Switch a disabled subscription on again, and send what it missed if asked to',
    params,
    body: { resend: Type.Optional(flag()) },
    result: Webhook,
    extension: true,
  }),
  rotateWebhook: endpoint({
    method: 'POST',
    path: '/v1/webhooks/{id}/rotate',
    scope: 'webhooks:manage',
    summary: 'Make a new signing secret; the old one signs too for 24 hours',
    params,
    result: WebhookWithSecret,
    extension: true,
  }),
  testWebhook: endpoint({
    method: 'POST',
    path: '/v1/webhooks/{id}/test',
    scope: 'webhooks:manage',
    summary: 'Send a test delivery to a subscription',
    params,
    result: Queued,
    statuses: [202],
  }),
  listDeliveries: endpoint({
    method: 'GET',
    path: '/v1/webhooks/{id}/deliveries',
    scope: 'webhooks:manage',
    summary: 'List the deliveries of the last 30 days and how each went',
    params,
    result: Type.Array(Delivery),
    paged: 'desc',
    extension: true,
  }),
  resendDelivery: endpoint({
    method: 'POST',
    path: '/v1/webhooks/{id}/deliveries/{delivery_id}/resend',
    scope: 'webhooks:manage',
    summary: 'Send one delivery again',
    params: { ...params, delivery_id: id('delivery') },
    result: Queued,
    statuses: [202],
    extension: true,
  }),
}
