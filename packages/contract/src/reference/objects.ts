// The named objects that results are made of, each beside the resource or part of the guide that documents show it
// under.
import type { TSchema } from 'typebox'
import { challengeObjects } from '../challenges/challenge.endpoints.ts'
import { eventObjects } from '../events/event.endpoints.ts'
import { groupObjects } from '../groups/group.endpoints.ts'
import { profileObjects } from '../me/me.endpoints.ts'
import type { Named, ObjectName } from '../object.ts'
import { questionObjects } from '../questions/question.endpoints.ts'
import { ErrorBody } from '../response.ts'
import { tallyObjects } from '../tally/tally.endpoints.ts'
import { webhookObjects } from '../webhooks/webhook.endpoints.ts'

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
  webhooks: webhookObjects,
  'daily-question': questionObjects,
  errors: [ErrorBody],
}

export const namedObjects: readonly ObjectReference[] = Object.entries(bySlug).flatMap(
  ([resource, schemas]) => schemas.map((schema) => ({ ...schema.named, schema, resource })),
)
