// The whole table: every endpoint under /v1, by name.
import { challengeEndpoints } from './challenges.ts'
import { eventEndpoints } from './events.ts'
import { groupEndpoints } from './groups.ts'
import { meEndpoints } from './me.ts'
import { questionEndpoints } from './questions.ts'
import { tallyEndpoints } from './tally.ts'
import { webhookEndpoints } from './webhooks.ts'

export const endpoints = {
  ...meEndpoints,
  ...challengeEndpoints,
  ...tallyEndpoints,
  ...eventEndpoints,
  ...groupEndpoints,
  ...webhookEndpoints,
  ...questionEndpoints,
}

export type EndpointName = keyof typeof endpoints
