// All pages of webhooks, for one place: the list, each of them, and each of their deliveries.
import type { SitePage } from '../../engine/page.ts'
import { deliveryPages } from './delivery-page.ts'
import type { WebhookSection } from './webhook-home.ts'
import { webhookPages } from './webhook-page.ts'
import { webhooksPages } from './webhooks-page.ts'

export const allWebhookPages = (section: WebhookSection): readonly SitePage[] => [
  ...webhooksPages(section),
  ...webhookPages(section),
  ...deliveryPages(section),
]
