// The event feed.
import { FeedChallenge } from '../challenges/challenge.schema.ts'
import { endpoint } from '../endpoint.ts'
import { eventsByKind } from '../examples/events.ts'
import { FeedMember } from '../groups/group.schema.ts'
import { limits } from '../limits.ts'
import { id, integer, list, optional, someOf } from '../schema.ts'
import { FeedWebhook } from '../webhooks/webhook.schema.ts'
import { eventKinds } from './event-kinds.ts'
import { Event, FeedSupport } from './event.schema.ts'

export const eventEndpoints = {
  listEvents: endpoint({
    method: 'GET',
    path: '/v1/events',
    scope: 'events:read',
    summary: 'Read the event feed, resume after the last event seen, or wait for the next',
    notes: [
      'Oldest first. Keep the id of the last event you have handled and pass it as `after`: whatever is newer follows, and nothing is missed. `after` and `cursor` exclude each other.',
      'With `wait` the answer is held until something comes or the seconds pass, so that a poller hears of changes at once. With `Accept: text/event-stream` the feed is streamed; each `id:` is an event id, and a stream begins after `Last-Event-ID`, else `after`, else now. A token may hold five waiting calls and streams at a time. Both end when the token, its plan, its scope or the membership is gone, and a stream also when its reader takes nothing for 30 seconds.',
    ],
    query: {
      types: optional(someOf(eventKinds, 'Only events of these kinds.')),
      after: optional(id('event', 'Only what is newer than this event. Not together with `cursor`.')),
      // An extension of the specification.
      wait: optional(
        integer(
          1,
          limits.waitSecondsMax,
          'Hold the answer for so many seconds if there is nothing yet. Not with `order=desc`.',
        ),
      ),
    },
    result: list(Event),
    paged: 'asc',
    transient: ['after', 'wait'],
    refusals: ['event_unknown', 'streams_open'],
    example: {
      input: { after: eventsByKind['challenge.created'].id, types: ['challenge.accepted', 'tally.recorded'] },
      result: [eventsByKind['challenge.accepted'], eventsByKind['tally.recorded']],
    },
  }),
}

/** In the order in which documents show them. */
export const eventObjects = [Event, FeedChallenge, FeedSupport, FeedMember, FeedWebhook]
