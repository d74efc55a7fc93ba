// Writes events into the feeds of their receivers. Called once, as the last step of a transaction, with all of its
// events: the feeds are locked one by one in the order of their ids, and held to the commit. What is written does not
// depend on who subscribed: the engine of webhooks makes the deliveries from the feed, afterwards.
import { Event, type FeedMember } from '@challenge-service/contract'
import fastJson from 'fast-json-stringify'
import {
  newId,
  type ChallengeId,
  type EventId,
  type FeedId,
  type MemberId,
  type PersonId,
  type SubjectId,
} from '../../kernel/ids.ts'
import { toRfc3339 } from '../../kernel/instants.ts'
import type { Tx } from '../../store/store.ts'
import type { Actor } from '../access/actor.ts'
import { DELIVERIES_TOPIC } from './deliveries.store.ts'
import { advanceFeeds, insertFeedEvents, type NewFeedEvent } from './feed.store.ts'
import { noteWoken } from './pruning.ts'

/** An account's feed begins at the person, who may be an opponent long before they have an account. */
export const feedOf = ({ groupId, personId }: Pick<Actor, 'groupId' | 'personId'>): FeedId =>
  groupId ?? personId

/** A member as an event shows them. */
export type EventMember = FeedMember & { readonly id: MemberId }

/** An event for one receiver, as that receiver sees it. */
export interface FeedEvent extends Omit<Event, 'id' | 'created_at' | 'challenge_id' | 'data'> {
  readonly challenge_id: ChallengeId | null
  /** The challenge that it is about, in JSON. */
  readonly challenge?: string
  readonly data: Omit<Event['data'], 'challenge' | 'member'> & { readonly member?: EventMember }
  /** The person or group whose feed it goes to. */
  readonly feedId: FeedId
  /** When it happened: of a move of the clock, the deadline. Shown so, unless the event before it is later. */
  readonly at: number
  /** Whose words are in it, where the event itself does not say; it is kept beside it and shown to nobody. */
  readonly authorId?: PersonId | undefined
}

const serialize = fastJson(Event)

export const appendEvents = async (tx: Tx, events: readonly FeedEvent[], now: number): Promise<void> => {
  const feeds = groupByFeed(events)
  const findAdvanced = await advanceFeeds(tx, feeds)
  const written: NewFeedEvent[] = []
  for (const { feedId, events: own, count } of feeds) {
    const { position, beforeAt } = findAdvanced(feedId)
    for (const [index, event] of dateInOrder(own, beforeAt).entries()) {
      written.push(toNewFeedEvent(event, position - count + 1 + index, now))
    }
    noteWoken(tx, feedId, beforeAt, now)
    tx.signal(feedId)
  }
  insertFeedEvents(tx, written)
  if (written.length > 0) tx.signal(DELIVERIES_TOPIC)
}

interface Feed {
  readonly feedId: FeedId
  readonly events: FeedEvent[]
  count: number
  lastAt: number
}

/**
 * No event of a feed is dated before the one above it. One that happened earlier, such as a deadline that is noticed
 * late, gets the date of the one above.
 */
const dateInOrder = (events: readonly FeedEvent[], beforeAt: number): readonly FeedEvent[] => {
  let last = beforeAt
  return events.map((event) => {
    if (event.at < last) return { ...event, at: last }
    last = event.at
    return event
  })
}

/** Feed by feed in the order of their ids, and within each in the order given. */
const groupByFeed = (events: readonly FeedEvent[]): readonly Feed[] => {
  const feeds: Feed[] = []
  let last: Feed | undefined
  for (const event of events.toSorted(byFeed)) {
    if (last?.feedId === event.feedId) {
      last.events.push(event)
      last.count += 1
      last.lastAt = Math.max(last.lastAt, event.at)
    } else {
      last = { feedId: event.feedId, events: [event], count: 1, lastAt: event.at }
      feeds.push(last)
    }
  }
  return feeds
}

const byFeed = (a: FeedEvent, b: FeedEvent): number =>
  a.feedId === b.feedId ? 0 : a.feedId < b.feedId ? -1 : 1

const toNewFeedEvent = (event: FeedEvent, seq: number, now: number): NewFeedEvent => {
  const { feedId, type, authorId = null } = event
  const { id, body } = writeEvent(event, now)
  return { feedId, seq, id, type, body, createdAt: now, subjectId: subjectOf(event), authorId }
}

/** What it is about: a challenge or a membership. By this it is found when a person in it is erased. */
const subjectOf = ({ challenge_id, data }: FeedEvent): SubjectId | null =>
  challenge_id ?? data.member?.id ?? null

/** An event in the words that it is shown and sent in, for good. */
export const writeEvent = (
  { type, actor, challenge_id, challenge, data, at }: Omit<FeedEvent, 'feedId'>,
  now: number,
): { readonly id: EventId; readonly body: string } => {
  const id = newId('event', now)
  const body = writeBody({ id, type, created_at: toRfc3339(at), actor, challenge_id, data })
  return { id, body: challenge === undefined ? body : withChallenge(body, challenge) }
}

// What comes before it in an event is ids, kinds and instants. So the first place where it stands is the member, and
// no text that a person typed.
const DATA = '"data":{'

/** Inserts a challenge, which is JSON already, as the first member of `data`. */
const withChallenge = (body: string, challenge: string): string => {
  const at = body.indexOf(DATA) + DATA.length
  const rest = body.slice(at)
  return `${body.slice(0, at)}"challenge":${challenge}${rest.startsWith('}') ? '' : ','}${rest}`
}

/** The JSON of an event. A body is written a second time only when a person in it is erased. */
export const writeBody = (event: Event): string => serialize(event)
