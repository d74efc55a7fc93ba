// The queue of an active subscription: there is one from switching on to switching off. It has a position in its feed,
// and goes on from there. A disabled one has a queue once it was tested, for its tests alone. Switching on chooses
// where it begins; switching off remembers how far it came.
import type { FeedId, WebhookId } from '../../kernel/ids.ts'
import { insertInto } from '../../store/statements/changes.ts'
import { webhookQueues } from '../../store/schema/events.ts'
import { sql } from '../../store/statements/statement.ts'
import type { Tx } from '../../store/store.ts'

export interface NewQueue {
  readonly webhookId: WebhookId
  readonly feedId: FeedId
  readonly generation: number
  /** The number in the feed of the last event that it is not to be sent. */
  readonly position: number
}

const open = insertInto(webhookQueues, 'webhooks.open_queue', [
  'webhook_id',
  'feed_id',
  'run',
  'position',
  'due_at',
])

/** `dueAt` is when to look at it first; null where nothing waits. */
export const openQueue = async (tx: Tx, queue: NewQueue, dueAt: number | null): Promise<void> => {
  const { webhookId, feedId, generation, position } = queue
  await tx.run(open, { webhook_id: webhookId, feed_id: feedId, run: generation, position, due_at: dueAt })
}

const openForTests = insertInto(
  webhookQueues,
  'webhooks.open_queue_for_tests',
  ['webhook_id', 'feed_id', 'run', 'position'],
  'on conflict (webhook_id) do nothing',
)

/** For the tests of a disabled subscription. It stands behind every event of the feed, and so takes none. */
export const openTestQueue = async (
  tx: Tx,
  { webhookId, feedId, generation }: Omit<NewQueue, 'position'>,
): Promise<void> => {
  await tx.run(openForTests, {
    webhook_id: webhookId,
    feed_id: feedId,
    run: generation,
    position: Number.MAX_SAFE_INTEGER,
  })
}

const close = sql<{ position: number }, [webhookId: WebhookId]>(
  'webhooks.close_queue',
  'delete from webhook_queues where webhook_id = $1 returning position',
)

/** Nothing of it is sent any more. Gives its position; null where there was none. */
export const closeQueue = async (tx: Tx, webhookId: WebhookId): Promise<number | null> =>
  (await tx.first(close, webhookId))?.position ?? null

const firstWaiting = sql<{ seq: number | null }, [webhookId: WebhookId, generation: number]>(
  'webhooks.first_waiting',
  'select min(seq) as seq from deliveries where webhook_id = $1 and run = $2 and due_at is not null',
)

/** The number in the feed of the first that was taken and not delivered in this generation. */
export const findFirstWaiting = async (
  tx: Tx,
  webhookId: WebhookId,
  generation: number,
): Promise<number | null> => (await tx.first(firstWaiting, webhookId, generation))?.seq ?? null
