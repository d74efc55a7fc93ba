// Which events of the feed a subscription takes next. The feed is the outbox: an event becomes a delivery only when
// there is capacity to send it. So a flood of events, with many subscriptions, stands in few rows of deliveries.
import { wantsKind } from '../../features/webhooks/webhook.rules.ts'
import type { EventId } from '../../kernel/ids.ts'

/** Of a subscription that wants some kinds only, so many events are looked at in one go. */
const LOOKED_AT = 200

/** How many events to read in order to take `limit`. */
export const countToRead = (kinds: readonly string[], limit: number): number =>
  kinds.includes('*') ? limit : Math.max(limit, LOOKED_AT)

export interface NextEvent {
  /** The number in the feed. */
  readonly seq: number
  readonly id: EventId
  readonly type: string
  readonly body: string
  readonly created_at: number
  /** 1 where this subscription was sent it before, as it can be among what is resent. */
  readonly is_delivered: number
}

/** Where a queue stands, and where its feed does. */
export interface QueuePosition {
  readonly position: number
  readonly feed_position: number
}

export interface Taken {
  readonly events: readonly NextEvent[]
  /** The number of the last event that was looked at. */
  readonly position: number
}

/**
 * At most `limit` of what comes after the position of a queue. Where fewer came than were asked for, there are no more:
 * then the queue is where its feed is, also if the last events of the feed are no longer there.
 */
export const takeEvents = (
  next: readonly NextEvent[],
  requested: number,
  { position, feed_position }: QueuePosition,
  kinds: readonly string[],
  limit: number,
): Taken => {
  const events: NextEvent[] = []
  let last = position
  for (const event of next) {
    if (events.length === limit) return { events, position: last }
    last = event.seq
    if (event.is_delivered === 0 && wantsKind(kinds, event.type)) events.push(event)
  }
  return { events, position: next.length < requested ? Math.max(last, feed_position) : last }
}
