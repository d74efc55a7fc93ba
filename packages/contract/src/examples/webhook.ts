// Ana's bot, which wants to hear of answers and of results.
import type { Delivery } from '../webhooks/delivery.schema.ts'
import type { FeedWebhook, Webhook } from '../webhooks/webhook.schema.ts'
import { ids, times } from './story.ts'

export const webhook: Webhook = {
  id: ids.webhook,
  url: 'https://bot.example.com/hooks/challenges',
  events: ['challenge.accepted', 'challenge.resolved'],
  description: "Ana's bot",
  header_names: ['X-Api-Key'],
  status: 'active',
  disabled_reason: null,
  disabled_at: null,
  created_at: '2026-11-10T08:00:00.000Z',
}

// The base64 of a sentence that says that it is none.
export const exampleSecret = 'whsec_dGhpcy1pcy1hbi1leGFtcGxlLWFuZC1uby1zZWNyZXQ='

/** The subscription as a feed shows it. */
export const webhookInFeed: FeedWebhook = {
  id: webhook.id,
  description: webhook.description,
  host: 'bot.example.com',
}

export const delivery: Delivery = {
  id: 'dlv_01m72bn0r00001jxyz9ckspb16',
  event_id: 'evt_01m72bn0r00000tzpp81rgd70b',
  type: 'challenge.accepted',
  status: 'delivered',
  attempts: 2,
  outcome: 'delivered',
  error: null,
  response_status: 200,
  response_ms: 84,
  response_excerpt: 'ok',
  created_at: times.accepted,
  last_attempt_at: '2026-11-10T09:12:31.200Z',
  next_attempt_at: null,
}
