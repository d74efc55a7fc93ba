// Written by `npm run generate`: what each call takes, and what it gives.

import type { Event } from './events.ts'

import type { EventKind } from './words.ts'

export interface EventsCalls {
  /**
   * Read the event feed, resume after the last event seen, or wait for the next.
   *
   * Oldest first. Keep the id of the last event you have handled and pass it as `after`: whatever is newer follows, and nothing is missed. `after` and `cursor` exclude each other.
   *
   * With `wait` the answer is held until something comes or the seconds pass, so that a poller hears of changes at once. With `Accept: text/event-stream` the feed is streamed; each `id:` is an event id, and a stream begins after `Last-Event-ID`, else `after`, else now. A token may hold five waiting calls and streams at a time. Both end when the token, its plan, its scope or the membership is gone, and a stream also when its reader takes nothing for 30 seconds.
   *
   * Needs the scope `events:read`.
   */
  listEvents: {
    input: {
      /** Only events of these kinds. */
      types?: EventKind[]
      /** Only what is newer than this event. Not together with `cursor`. */
      after?: string
      /** Hold the answer for so many seconds if there is nothing yet. Not with `order=desc`. */
      wait?: number
    }
    result: Event[]
    paged: true
  }
}
