// A delivery that was taken from its queue, with all that an attempt needs.
import type { EventKind } from '@challenge-service/contract'
import type { AttemptResult } from './attempt.ts'
import type { ClaimedRow, Lease, Queue } from './claim.store.ts'
import type { SigningKeys } from './signature.ts'

/** Where it goes and how it is signed: the same for all that are taken from a queue together. */
export interface Destination {
  readonly target: string
  /** Whose places it takes: scheme, host and port. */
  readonly origin: string
  readonly keys: SigningKeys
  /** The secret that was replaced, and until when it signs too. */
  readonly old: { readonly keys: SigningKeys; readonly until: number } | null
}

export interface Task {
  readonly to: Destination
  readonly webhookId: string
  readonly feedId: string
  readonly run: number
  readonly id: string
  readonly eventId: string
  readonly type: EventKind
  readonly seq: number
  /** From 1. */
  readonly attempt: number
  readonly createdAt: number
  readonly body: string
  readonly lease: Lease
}

export const toTask = (queue: Queue, to: Destination, row: ClaimedRow, body: string, lease: Lease): Task => ({
  to,
  webhookId: queue.webhook_id,
  feedId: queue.feed_id,
  run: queue.run,
  id: row.id,
  eventId: row.event_id,
  type: row.type,
  seq: row.seq,
  attempt: row.attempts,
  createdAt: row.created_at,
  body,
  lease,
})

export interface Finished {
  readonly task: Task
  /** Null where it was not tried: its lease was too short by then, its run is over, or the service stops. */
  readonly result: AttemptResult | null
  readonly at: number
}
