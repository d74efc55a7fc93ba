// Publishes what happened to a challenge to everyone whom it concerns, each as they see it: by mail, then in the feeds,
// whose rows are locked last.
import type { Party } from '@challenge-service/contract'
import type { FeedId, PersonId } from '../../../kernel/ids.ts'
import type { Tx } from '../../../store/store.ts'
import { appendEvents, type FeedEvent } from '../../events/append.ts'
import { notify } from '../notices/notify.ts'
import type { Access } from '../rules/action.rules.ts'
import type { DomainEvent } from '../rules/domain-event.rules.ts'
import { getPersonId, listToldParties } from '../rules/party.rules.ts'
import { showChallenge, showToGroup } from '../snapshot/snapshot.view.ts'

export interface Audience {
  /** Who is told nothing any more. */
  readonly except?: PersonId
  /**
   * Takes what goes into feeds, where several challenges change in one transaction, which appends all of it at its
   * end.
   */
  readonly append?: (events: readonly FeedEvent[]) => void
}

export const publish = async (
  tx: Tx,
  events: readonly DomainEvent[],
  now: number,
  { except, append }: Audience = {},
): Promise<void> => {
  const feedEvents: FeedEvent[] = []
  for (const event of events) {
    for (const one of listFeedEvents(event, now)) if (one.feedId !== except) feedEvents.push(one)
  }
  notify(tx, events, now, except)
  if (append) append(feedEvents)
  else await appendEvents(tx, feedEvents, now)
}

const listFeedEvents = (event: DomainEvent, now: number): readonly FeedEvent[] => {
  const { type, actor, at, challenge, extra = {}, authorId } = event
  const { id: challenge_id, groupId } = challenge
  const to = (feedId: FeedId, shown: string): FeedEvent => ({
    feedId,
    type,
    actor,
    at,
    challenge_id,
    challenge: shown,
    data: extra,
    authorId,
  })
  const feedEvents = listToldParties(challenge).map((party) =>
    to(getPersonId(challenge, party), showChallenge(challenge, asParty[party], now)),
  )
  if (groupId !== null) feedEvents.push(to(groupId, showToGroup(challenge, now)))
  return feedEvents
}

const asParty: Readonly<Record<Party, Access>> = {
  creator: { role: 'creator', maySupport: false },
  opponent: { role: 'opponent', maySupport: false },
}
