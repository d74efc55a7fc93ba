// Writes when a queue is looked at next, as the table of its states says.
import type { WebhookId } from '../../kernel/ids.ts'
import type { Tx } from '../../store/store.ts'
import { lookAgain, moveQueue, parkQueue, type Queue } from './queue.store.ts'
import { queueRules, type QueueEvent } from './states.rules.ts'

type ClaimEvent = 'took_some' | 'took_all'

/** After a claim, with the position that it came to. */
export const moveOn = (tx: Tx, queue: Queue, event: ClaimEvent, position: number, now: number): void =>
  moveQueue(tx, queue, position, queueRules[event].look === 'if_settled', now)

/** `at` is when a lease of now would end, or since when the queue was parked. */
export const lookNext = (
  tx: Tx,
  webhookId: WebhookId,
  event: Exclude<QueueEvent, ClaimEvent>,
  now: number,
  at = now,
): Promise<void> =>
  queueRules[event].look === 'if_more' ? lookAgain(tx, webhookId, now) : parkQueue(tx, webhookId, at)
