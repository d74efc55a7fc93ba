// Locks queues for a round. What another transaction holds is passed over, and comes in a later round: a node that
// freezes in the middle of a transaction holds up its own queues and no others. So no round ever waits for another.
import type { FeedId, WebhookId } from '../../kernel/ids.ts'
import type { Tx } from '../../store/store.ts'
import { BUSY, lockQueue, lockQueuesOfFeed, type Queue } from './queue.store.ts'

export interface QueueName {
  readonly webhookId: WebhookId
  readonly feedId: FeedId
}

export interface LockedQueues {
  /** By subscription. What is switched off is not among them. */
  readonly queues: ReadonlyMap<WebhookId, Queue>
  isBusy(name: QueueName): boolean
  /** Whether another transaction holds one of its queues. */
  isFeedBusy(feedId: FeedId): boolean
}

/** Those named, and all of the feeds named. */
export const lockQueues = async (
  tx: Tx,
  names: Iterable<QueueName>,
  feedIds: readonly FeedId[],
): Promise<LockedQueues> => {
  const queues = new Map<WebhookId, Queue>()
  const busy = new Set<WebhookId>()
  const busyFeeds = new Set<FeedId>()
  const whole = new Set(feedIds)
  const lockOne = async ({ webhookId }: QueueName): Promise<void> => {
    const queue = await lockQueue(tx, webhookId)
    if (queue === BUSY) busy.add(webhookId)
    else if (queue) queues.set(webhookId, queue)
  }
  const lockFeed = async (feedId: FeedId): Promise<void> => {
    const { queues: free, areAll } = await lockQueuesOfFeed(tx, feedId)
    if (!areAll) busyFeeds.add(feedId)
    for (const queue of free) queues.set(queue.webhook_id, queue)
  }
  await Promise.all([
    ...[...names].filter(({ feedId }) => !whole.has(feedId)).map(lockOne),
    ...feedIds.map(lockFeed),
  ])
  return {
    queues,
    isBusy: ({ webhookId, feedId }) =>
      busy.has(webhookId) || (busyFeeds.has(feedId) && !queues.has(webhookId)),
    isFeedBusy: (feedId) => busyFeeds.has(feedId),
  }
}
