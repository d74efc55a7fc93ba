// The whole table: every endpoint under /v1, by name.
import { challengeEndpoints } from './challenges/challenge.endpoints.ts'
import { moveEndpoints } from './challenges/move.endpoints.ts'
import { eventEndpoints } from './events/event.endpoints.ts'
import { groupEndpoints } from './groups/group.endpoints.ts'
import { meEndpoints } from './me/me.endpoints.ts'
import { questionEndpoints } from './questions/question.endpoints.ts'
import { tallyEndpoints } from './tally/tally.endpoints.ts'
import { deliveryEndpoints } from './webhooks/delivery.endpoints.ts'
import { webhookEndpoints } from './webhooks/webhook.endpoints.ts'

export const endpoints = {
  ...meEndpoints,
  ...challengeEndpoints,
  ...moveEndpoints,
  ...tallyEndpoints,
  ...eventEndpoints,
  ...groupEndpoints,
  ...webhookEndpoints,
  ...deliveryEndpoints,
  ...questionEndpoints,
}

export type EndpointName = keyof typeof endpoints
