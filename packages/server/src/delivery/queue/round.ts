// One transaction of the engine: settles what has finished, tells the queues of feeds with new events, and claims what
// is due. The queues that it must have are locked first, in the one order; what it claims is what is free.
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
}

export interface DeliveryRound {
  readonly settled: Settled
  readonly claim: Claim
  /** There may be more that could be claimed at once. */
  readonly mayBeMore: boolean
  /** How many queues were told of new events. */
  readonly woken: number
}

const nothing: Claim = { deliveries: [], parked: [], mayBeMore: false }

export const runRound = async (tx: Tx, work: RoundWork, now: number): Promise<DeliveryRound> => {
  const { finished, unparked, claiming } = work
  const touched = findTouched(finished, unparked)
  const waiting = claiming ? await listWaitingFeeds(tx) : []
  const feedIds = waiting.map(({ feedId }) => feedId)
  const locked = await lockQueues(tx, touched.values(), feedIds)
  // Issued together, and run in this order: what is settled and what is woken is due when the claim looks.
  const [settled, woken, claim] = await Promise.all([
    settleSome(tx, finished, touched, locked, now),
    Promise.all(waiting.map((feed) => wakeQueuesOfFeed(tx, feed, now))),
    claiming ? claimDue(tx, claiming, now) : nothing,
  ])
  for (const feed of waiting) clearWaitingFeed(tx, feed)
  return {
    settled,
    claim,
    mayBeMore: claim.mayBeMore || waiting.length === FEEDS_AT_ONCE,
    woken: woken.reduce((sum, count) => sum + count, 0),
  }
}
