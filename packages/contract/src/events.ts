// The event feed. The body of a webhook delivery is one entry of it.
import { Type, type Static } from 'typebox'
import { Evidence, FeedChallenge, parties, roles } from './challenge.schema.ts'
import { endpoint } from './endpoint.ts'
import { eventKinds } from './event-kinds.ts'
import { FeedMember } from './groups.ts'
import { limits } from './limits.ts'
import { id, instant, integer, nullable, oneOf, someOf } from './schema.ts'
import { TallyEntry } from './tally.ts'
import { FeedWebhook } from './webhooks.ts'

export const actors = [...roles, 'member', 'system'] as const
export type Actor = (typeof actors)[number]

/** A side and what was said for it; never whose it is. */
const FeedSupport = Type.Object({ side: oneOf(parties), comment: nullable(Type.String()) })

export const Event = Type.Object({
  id: id('event'),
  type: oneOf(eventKinds),
  created_at: instant(),
  actor: oneOf(actors),
  challenge_id: nullable(id('challenge')),
  data: Type.Object({
    challenge: Type.Optional(FeedChallenge),
    entries: Type.Optional(Type.Array(TallyEntry)),
    evidence: Type.Optional(Evidence),
    support: Type.Optional(FeedSupport),
    member: Type.Optional(FeedMember),
    webhook: Type.Optional(FeedWebhook),
  }),
})
export type Event = Static<typeof Event>

export const eventEndpoints = {
  listEvents: endpoint({
    method: 'GET',
    path: '/v1/events',
    scope: 'events:read',
    summary: 'Read the event feed, resume after the last event seen, or wait for the next',
    query: {
      types: Type.Optional(someOf(eventKinds)),
      after: Type.Optional(id('event')),
      /** An extension: seconds to hold the answer until something comes. */
      wait: Type.Optional(integer(1, limits.waitSecondsMax)),
    },
    result: Type.Array(Event),
    paged: 'asc',
    transient: ['after', 'wait'],
  }),
}
