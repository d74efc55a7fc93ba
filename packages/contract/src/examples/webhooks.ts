// Examples of webhook subscriptions: Ana's bot wants to hear of answers and of results.
import type { webhookEndpoints } from '../webhooks.ts'
import type { ExamplesOf } from './example.ts'
import { ids, times } from './story.ts'

const delivered = 'dlv_01m72bn0r00001jxyz9ckspb16'

const webhook = {
  id: ids.webhook,
  url: 'https://bot.example.com/hooks/challenges',
  events: ['challenge.accepted', 'challenge.resolved'],
  description: "Ana's bot",
  status: 'active',
  disabled_reason: null,
  disabled_at: null,
  created_at: '2026-11-10T08:00:00.000Z',
} as const

const shown = { ...webhook, events: [...webhook.events] }

// The base64 of a sentence that says that it is none.
export const exampleSecret = 'whsec_dGhpcy1pcy1hbi1leGFtcGxlLWFuZC1uby1zZWNyZXQ='

/** The subscription as a feed shows it. */
export const webhookInFeed = { id: webhook.id, description: webhook.description, host: 'bot.example.com' }

export const webhookExamples: ExamplesOf<keyof typeof webhookEndpoints> = {
  listWebhooks: { input: {}, result: [shown] },
  createWebhook: {
    input: {
      url: webhook.url,
      events: ['challenge.accepted', 'challenge.resolved'],
      description: webhook.description,
    },
    result: { ...shown, signing_secret: exampleSecret },
  },
  getWebhook: { input: { id: ids.webhook }, result: shown },
  deleteWebhook: { input: { id: ids.webhook }, result: { id: ids.webhook, deleted: true } },
  enableWebhook: { input: { id: ids.webhook, resend: true }, result: shown },
  rotateWebhook: { input: { id: ids.webhook }, result: { ...shown, signing_secret: exampleSecret } },
  testWebhook: { input: { id: ids.webhook }, result: { delivery_id: 'dlv_01m727taz00000vfmsdw3ygkg6' } },
  listDeliveries: {
    input: { id: ids.webhook },
    result: [
      {
        id: delivered,
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
      },
    ],
  },
  resendDelivery: {
    input: { id: ids.webhook, delivery_id: delivered },
    result: { delivery_id: 'dlv_01m7cspq200001jeg3c2n3zrk8' },
  },
}
