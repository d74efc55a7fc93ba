// Webhook subscriptions. The secret is shown when it is made, and never again.
import type { Static } from 'typebox'
import { eventKinds } from '../events/event-kinds.ts'
import { limits } from '../limits.ts'
import { mapOf, namedObject } from '../object.ts'
import { headerValue, id, instant, list, nullable, oneOf, string } from '../schema.ts'

export const webhookStatuses = ['active', 'disabled'] as const
export type WebhookStatus = (typeof webhookStatuses)[number]

export const disabledReasons = ['failures', 'gone', 'plan'] as const
export type DisabledReason = (typeof disabledReasons)[number]

export const subscribable = ['*', ...eventKinds] as const

/** What the names may be is judged by the feature, which says so in `headers.rules.ts`. */
export const webhookHeaders = (words: string) =>
  mapOf(
    headerValue(512),
    limits.webhookHeaders,
    `must be an object of at most ${limits.webhookHeaders} headers: name and value`,
    words,
  )

const members = {
  id: id('webhook', 'The subscription.'),
  url: string('Where deliveries are sent.'),
  events: list(oneOf(subscribable), 'The kinds that are delivered; `*` is all of them.'),
  description: nullable(string(), 'As it was given.'),
  header_names: list(
    string(),
    'The names of the headers that are sent with each delivery. Their values are never shown.',
  ),
  status: oneOf(webhookStatuses, 'Only an `active` one is delivered to.'),
  disabled_reason: nullable(
    oneOf(disabledReasons),
    'Why it was switched off: retries that failed, a receiver that answered 410, or a plan that ended.',
  ),
  disabled_at: nullable(instant(), 'When it was switched off.'),
  created_at: instant('When it was made.'),
}

export const Webhook = namedObject('Webhook', 'A subscription.', members)
export type Webhook = Static<typeof Webhook>

export const WebhookWithSecret = namedObject(
  'WebhookWithSecret',
  'A subscription with its new signing secret.',
  { ...members, signing_secret: string('The key of the signatures. Shown this once.') },
  Webhook,
)
export type WebhookWithSecret = Static<typeof WebhookWithSecret>

export const FeedWebhook = namedObject('FeedWebhook', 'A subscription, without its URL.', {
  id: id('webhook', 'The subscription.'),
  description: nullable(string(), 'As it was given.'),
  host: string('The host of its URL. Path and query may be secrets, and are not in feeds.'),
})
export type FeedWebhook = Static<typeof FeedWebhook>
