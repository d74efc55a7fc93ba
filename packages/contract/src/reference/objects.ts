// The named objects that results are made of, each beside the resource or part of the guide that documents show it
// under.
import type { TSchema } from 'typebox'
import { challengeObjects } from '../challenges/challenge.schema.ts'
import { eventObjects } from '../events/event.schema.ts'
import { groupObjects } from '../groups/group.schema.ts'
import { profileObjects } from '../me/profile.schema.ts'
import type { Named, ObjectName } from '../object.ts'
import { Question } from '../questions/question.schema.ts'
import { ErrorBody } from '../response.ts'
import { tallyObjects } from '../tally/tally.schema.ts'
import { Delivery, QueuedDelivery } from '../webhooks/delivery.schema.ts'
import { DeletedWebhook, Webhook, WebhookWithSecret } from '../webhooks/webhook.schema.ts'

export interface ObjectReference extends ObjectName {
  readonly schema: TSchema
  /** The slug of the part of the documents that shows it. */
  readonly resource: string
}

/** In the order in which documents show them. */
const bySlug: Readonly<Record<string, readonly (TSchema & Named)[]>> = {
  profile: profileObjects,
  challenges: challengeObjects,
  tally: tallyObjects,
  events: eventObjects,
  groups: groupObjects,
  webhooks: [Webhook, WebhookWithSecret, Delivery, QueuedDelivery, DeletedWebhook],
  'daily-question': [Question],
  errors: [ErrorBody],
}

export const namedObjects: readonly ObjectReference[] = Object.entries(bySlug).flatMap(
  ([resource, schemas]) => schemas.map((schema) => ({ ...schema.named, schema, resource })),
)
