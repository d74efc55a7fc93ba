// The active subscriptions of a feed, as its head carries them: whoever advances the head reads in the same row
// whom to tell. Nobody, for most feeds, and then the text is empty.
import type { EventKind } from '@challenge-service/contract'

export interface Subscriber {
  readonly webhookId: string
  /** The run that deliveries belong to from now on. */
  readonly run: number
  /** Event kinds, or `*` alone. */
  readonly events: readonly string[]
}

export const writeSubscribers = (subscribers: readonly Subscriber[]): string =>
  subscribers.length === 0
    ? ''
    : JSON.stringify(subscribers.map(({ webhookId, run, events }) => [webhookId, run, ...events]))

export const readSubscribers = (text: string): readonly Subscriber[] =>
  text === ''
    ? []
    : (JSON.parse(text) as [string, number, ...string[]][]).map(([webhookId, run, ...events]) => ({
        webhookId,
        run,
        events,
      }))

export const wants = ({ events }: Pick<Subscriber, 'events'>, type: EventKind): boolean =>
  events.includes('*') || events.includes(type)
