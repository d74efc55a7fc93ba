// The active subscriptions of a feed, as its row carries them. Whoever writes an event advances that row, and reads in
// it whom the event goes to. Most feeds have no subscription, and the text is empty.
import type { EventKind } from '@challenge-service/contract'

export interface Subscriber {
  readonly webhookId: string
  /** The generation that deliveries belong to from now on. */
  readonly generation: number
  /** Event kinds, or `*` alone. */
  readonly events: readonly string[]
}

export const writeSubscribers = (subscribers: readonly Subscriber[]): string =>
  subscribers.length === 0
    ? ''
    : JSON.stringify(
        subscribers.map(({ webhookId, generation, events }) => [webhookId, generation, ...events]),
      )

export const readSubscribers = (text: string): readonly Subscriber[] =>
  text === ''
    ? []
    : (JSON.parse(text) as [string, number, ...string[]][]).map(([webhookId, generation, ...events]) => ({
        webhookId,
        generation,
        events,
      }))

export const wants = ({ events }: Pick<Subscriber, 'events'>, type: EventKind): boolean =>
  events.includes('*') || events.includes(type)
