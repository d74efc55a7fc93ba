// A delivery that was claimed from its queue, with all that an attempt needs.
import type { DeliveryId, EventId, FeedId, WebhookId } from '../../kernel/ids.ts'
import type { AttemptResult } from '../http/attempt.ts'
import type { SigningKeys } from '../http/signature.ts'
import type { Target } from '../http/target.ts'
import type { Slot } from './capacity.ts'
import type { ClaimedRow, Lease, ReceiverRow } from './claim.store.ts'
import type { Queue } from './queue.store.ts'

/**
 * Who gets deliveries, of which kinds, and how they are signed: the same for all that are claimed from a queue
 * together.
 */
export interface Receiver {
  readonly webhookId: WebhookId
  /** What all of it was made of, in one read. */
  readonly row: ReceiverRow
  readonly target: Target
  /** Event kinds, or `*` alone. */
  readonly kinds: readonly string[]
  readonly keys: SigningKeys
  /** What its owner has sent with each delivery: name, value, name, value, … */
  readonly headers: readonly string[]
  /** The secret that was replaced, and until when it signs too. */
  readonly old: { readonly keys: SigningKeys; readonly until: number } | null
}

/** The time between one switching on of a subscription and the next switching off; below zero, that until the next. */
export interface Generation {
  readonly webhookId: WebhookId
  readonly generation: number
}

/** A test of a disabled subscription: there is no second attempt, and nothing follows from the first. */
export const isTriedOnce = ({ generation }: Generation): boolean => generation < 0

export interface ClaimedDelivery extends Generation {
  readonly receiver: Receiver
  readonly feedId: FeedId
  readonly id: DeliveryId
  readonly eventId: EventId
  readonly type: string
  readonly seq: number
  /** From 1. */
  readonly attempt: number
  readonly createdAt: number
  readonly body: string
  /** Whether it is a sample, of something that never happened. */
  readonly isTest: boolean
  readonly lease: Lease
}

export const toClaimedDelivery = (
  queue: Queue,
  receiver: Receiver,
  row: ClaimedRow,
  body: string,
  lease: Lease,
): ClaimedDelivery => ({
  receiver,
  webhookId: queue.webhook_id,
  feedId: queue.feed_id,
  generation: queue.run,
  id: row.id,
  eventId: row.event_id,
  type: row.type,
  seq: row.seq,
  attempt: row.attempts,
  createdAt: row.created_at,
  body,
  isTest: row.is_test === 1,
  lease,
})

export const toSlot = ({ receiver, feedId }: Pick<ClaimedDelivery, 'receiver' | 'feedId'>): Slot => ({
  origin: receiver.target.origin,
  ownerId: feedId,
})

export interface FinishedDelivery {
  readonly delivery: ClaimedDelivery
  /** Null where it was not tried: its lease was too short by then, its generation is over, or the service stops. */
  readonly result: AttemptResult | null
  readonly at: number
}
