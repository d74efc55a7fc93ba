// The queue of an active subscription: there is one from switching on to switching off, and what is in it is
// tried. Where an interrupted subscription is to be sent what it missed, the queue is backfilled from the feed,
// little by little.
import { sql } from '../../store/statement.ts'
import type { Tx } from '../../store/store.ts'

/** Numbers of the feed, both included. */
export interface BackfillRange {
  readonly from: number
  readonly to: number
}

const open = sql<
  never,
  [
    webhookId: string,
    feedId: string,
    generation: number,
    dueAt: number | null,
    from: number | null,
    to: number | null,
  ]
>(
  'webhooks.open_queue',
  `insert into webhook_queues (webhook_id, feed_id, run, due_at, fill_from, fill_to)
   values ($1, $2, $3, $4, $5, $6)`,
)

export const openQueue = async (
  tx: Tx,
  queue: { readonly webhookId: string; readonly feedId: string; readonly generation: number },
  backfill: BackfillRange | undefined,
  now: number,
): Promise<void> => {
  const { webhookId, feedId, generation } = queue
  await tx.run(
    open,
    webhookId,
    feedId,
    generation,
    backfill ? now : null,
    backfill?.from ?? null,
    backfill?.to ?? null,
  )
}

const close = sql<{ fill_from: number | null }, [webhookId: string]>(
  'webhooks.close_queue',
  'delete from webhook_queues where webhook_id = $1 returning fill_from',
)

/** Nothing of it is tried any more. Tells from where it was still to be backfilled. */
export const closeQueue = async (tx: Tx, webhookId: string): Promise<number | null> =>
  (await tx.first(close, webhookId))?.fill_from ?? null

const firstWaiting = sql<{ seq: number | null }, [webhookId: string, generation: number]>(
  'webhooks.first_waiting',
  'select min(seq) as seq from deliveries where webhook_id = $1 and run = $2 and due_at is not null',
)

/** The number in the feed of the first that was not delivered in this generation. */
export const findFirstWaiting = async (
  tx: Tx,
  webhookId: string,
  generation: number,
): Promise<number | null> => (await tx.first(firstWaiting, webhookId, generation))?.seq ?? null
