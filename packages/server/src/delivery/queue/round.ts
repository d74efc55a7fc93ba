// One transaction of the engine: settles what has finished, tells the queues of feeds with new events, and claims what
// is due. It waits for no other transaction: what it cannot have now is left for a later round.
import type { FeedId } from '../../kernel/ids.ts'
import type { Tx } from '../../store/store.ts'
import { claimDue, type Claim, type ClaimParts, type ParkedQueue } from './claim.ts'
import { lockQueues } from './lock.ts'
import { findTouched, settleSome, type DecidedDelivery, type Settled } from './settle.ts'
import { clearWaitingFeed, FEEDS_AT_ONCE, listWaitingFeeds, wakeQueuesOfFeed } from './waiting-feeds.store.ts'

export interface RoundWork {
  readonly finished: readonly DecidedDelivery[]
  /** Parked queues that there is capacity for again. */
  readonly unparked: readonly ParkedQueue[]
  /** Undefined where nothing more is to be claimed. */
  readonly claiming: ClaimParts | undefined
  /** Feeds that were busy a moment ago: others have their turn first. */
  readonly passedOver: ReadonlySet<FeedId>
}

export interface DeliveryRound {
  readonly settled: Settled
  /** Finished, and to be settled in a later round: another transaction has their queue. */
  readonly postponed: readonly DecidedDelivery[]
  /** Parked no longer. */
  readonly unparked: readonly ParkedQueue[]
  readonly claim: Claim
  /** There may be more that could be claimed at once. */
  readonly mayBeMore: boolean
  /** Feeds whose queues could not all be told of new events, since another transaction has one of them. */
  readonly busyFeeds: readonly FeedId[]
  /** How many queues were told of new events. */
  readonly woken: number
}

const nothing: Claim = { deliveries: [], parked: [], mayBeMore: false }

export const runRound = async (tx: Tx, work: RoundWork, now: number): Promise<DeliveryRound> => {
  const { claiming, passedOver } = work
  const waiting = claiming ? await listWaitingFeeds(tx, passedOver) : []
  const feedIds = waiting.map(({ feedId }) => feedId)
  const locked = await lockQueues(tx, findTouched(work.finished, work.unparked).values(), feedIds)
  const postponed = work.finished.filter(({ delivery }) => locked.isBusy(delivery))
  const finished = work.finished.filter(({ delivery }) => !locked.isBusy(delivery))
  const unparked = work.unparked.filter((queue) => !locked.isBusy(queue))
  const free = waiting.filter(({ feedId }) => !locked.isFeedBusy(feedId))
  // Issued together, and run in this order: what is settled and what is woken is due when the claim looks.
  const [settled, woken, claim] = await Promise.all([
    settleSome(tx, finished, findTouched(finished, unparked), locked.queues, now),
    Promise.all(free.map((feed) => wakeQueuesOfFeed(tx, feed, now))),
    claiming ? claimDue(tx, claiming, now) : nothing,
  ])
  for (const feed of free) clearWaitingFeed(tx, feed)
  return {
    settled,
    postponed,
    unparked,
    claim,
    busyFeeds: feedIds.filter((feedId) => locked.isFeedBusy(feedId)),
    mayBeMore: claim.mayBeMore || free.length === FEEDS_AT_ONCE,
    woken: woken.reduce((sum, count) => sum + count, 0),
  }
}
