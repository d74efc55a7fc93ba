// One example for each endpoint, checked against its schemas by the tests.
import type { EndpointName } from '../endpoints.ts'
import { challengeExamples } from './challenges.ts'
import { eventExamples } from './events.ts'
import type { ExamplesOf } from './example.ts'
import { groupExamples } from './groups.ts'
import { meExamples } from './me.ts'
import { questionExamples } from './questions.ts'
import { tallyExamples } from './tally.ts'
import { webhookExamples } from './webhooks.ts'

export const examples: ExamplesOf<EndpointName> = {
  ...meExamples,
  ...challengeExamples,
  ...tallyExamples,
  ...eventExamples,
  ...groupExamples,
  ...webhookExamples,
  ...questionExamples,
}
