// Locks queues in the one order in which every transaction does: by feed, then by subscription. What is locked after
// that passes over rows that others have, so no two transactions wait for each other.
import type { FeedId, WebhookId } from '../../kernel/ids.ts'
import type { Tx } from '../../store/store.ts'
import { lockQueue, lockQueuesOfFeed, type Queue } from './queue.store.ts'

export interface QueueName {
  readonly webhookId: WebhookId
  readonly feedId: FeedId
}

/** Those named, and all of the feeds named; by subscription. What is switched off is not among them. */
export const lockQueues = async (
  tx: Tx,
  names: Iterable<QueueName>,
  feedIds: readonly FeedId[],
): Promise<ReadonlyMap<WebhookId, Queue>> => {
  const whole = new Set(feedIds)
  const single = [...names].filter(({ feedId }) => !whole.has(feedId))
  const feeds = feedIds.map((feedId): NameOrFeed => ({ feedId, webhookId: '' }))
  const inOrder = [...single, ...feeds].toSorted(compareNames)
  const locked = await Promise.all(
    inOrder.map(({ feedId, webhookId }) =>
      webhookId === '' ? lockQueuesOfFeed(tx, feedId) : lockQueue(tx, webhookId),
    ),
  )
  return new Map(locked.flat().map((queue) => [queue.webhook_id, queue]))
}

/** Without a subscription, all of the feed. */
type NameOrFeed = Pick<QueueName, 'feedId'> & { readonly webhookId: WebhookId | '' }

const compareNames = (a: NameOrFeed, b: NameOrFeed): number => {
  if (a.feedId !== b.feedId) return a.feedId < b.feedId ? -1 : 1
  return a.webhookId < b.webhookId ? -1 : 1
}
