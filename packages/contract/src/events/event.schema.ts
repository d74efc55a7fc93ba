// An event of a feed. The body of a webhook delivery is one of them.
import type { Static } from 'typebox'
import { parties, roles } from '../challenges/challenge-words.ts'
import { Evidence, FeedChallenge } from '../challenges/challenge.schema.ts'
import { describeAs } from '../described.ts'
import { FeedMember } from '../groups/group.schema.ts'
import { namedObject, object } from '../object.ts'
import { always, id, instant, list, nullable, oneOf, optional, string } from '../schema.ts'
import { TallyEntry } from '../tally/tally.schema.ts'
import { FeedWebhook } from '../webhooks/webhook.schema.ts'
import { eventKinds } from './event-kinds.ts'

export const actors = [...roles, 'member', 'system'] as const
export type EventActor = (typeof actors)[number]

export const FeedSupport = namedObject('FeedSupport', 'Support that was given.', {
  side: oneOf(parties, 'The side that was taken.'),
  comment: nullable(string(), 'What was said for it; never by whom.'),
})

export const Event = namedObject('Event', 'One entry of the feed, and the body of a delivery.', {
  id: id('event', 'The event. Pass the last one you handled as `after`.'),
  type: oneOf(eventKinds, 'What happened. Ignore kinds that you do not know.'),
  created_at: instant(
    'When it happened, or the time of the event before it, where that is later: it never goes back within a feed.',
  ),
  test: optional(
    always(
      'Only in a sample that a test of a webhook asked for: nothing of it happened, and its ids are those of the documentation.',
    ),
  ),
  actor: oneOf(actors, 'Who did it; `system` is the clock.'),
  challenge_id: nullable(id('challenge'), 'The challenge it is about, if it is about one.'),
  data: object('What there is to see, as the owner of the feed sees it at that moment.', {
    challenge: optional(describeAs(FeedChallenge, 'The challenge.')),
    entries: optional(list(TallyEntry, 'The tally entries that were touched.')),
    evidence: optional(describeAs(Evidence, 'The evidence that was added.')),
    support: optional(describeAs(FeedSupport, 'The support that was given.')),
    member: optional(describeAs(FeedMember, 'The member who came, went, or has another role.')),
    webhook: optional(describeAs(FeedWebhook, 'The subscription.')),
  }),
})
export type Event = Static<typeof Event>
