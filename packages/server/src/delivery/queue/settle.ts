// Settles what was tried. What only goes on is settled many at a time; what ends a subscription has a transaction
// of its own, with the event and the mail that tell of it.
import { appendEvents } from '../../features/events/append.ts'
import { tryLockFeed } from '../../features/events/feed.store.ts'
import { tellOwner } from '../../features/webhooks/notify.ts'
import { switchOff } from '../../features/webhooks/switch.service.ts'
import { findAnyWebhook } from '../../features/webhooks/webhook.store.ts'
import type { WebhookId } from '../../kernel/ids.ts'
import type { Tx } from '../../store/store.ts'
import type { ParkedQueue } from './claim.ts'
import { isTriedOnce, type ClaimedDelivery, type FinishedDelivery } from './claimed-delivery.ts'
import type { QueueName } from './lock.ts'
import { lookNext } from './look.ts'
import { BUSY, lockQueue, type Queue } from './queue.store.ts'
import { decideNext, decideOnce, type AttemptDecision, type Failure } from './schedule.rules.ts'
import { endings, statuses } from './states.rules.ts'
import { settleDeliveries, type SettledDelivery } from './settle.store.ts'

export interface DecidedDelivery extends FinishedDelivery {
  readonly decision: AttemptDecision | { readonly kind: 'unsent' }
}

export const decide = (
  finished: FinishedDelivery,
  retrySeconds: readonly number[],
  chance: number,
): DecidedDelivery => {
  const { delivery, result, at } = finished
  if (!result) return { ...finished, decision: { kind: 'unsent' } }
  if (isTriedOnce(delivery)) return { ...finished, decision: decideOnce(result.outcome) }
  const { outcome, status, retryAfterMs } = result
  const attempted = { attempt: delivery.attempt, outcome, status, retryAfterMs }
  return { ...finished, decision: decideNext(attempted, retrySeconds, chance, at) }
}

const toDueAt = ({ delivery, decision, at }: DecidedDelivery): number | null => {
  const { due } = endings[decision.kind]
  if (due === 'at_once') return delivery.attempt > 1 ? at : 0
  return due === 'by_schedule' && decision.kind === 'retry' ? decision.at : null
}

const toSettlement = (decided: DecidedDelivery): SettledDelivery => ({
  id: decided.delivery.id,
  lease: decided.delivery.lease.token,
  status: statuses[endings[decided.decision.kind].to],
  dueAt: toDueAt(decided),
  response: decided.result,
  at: decided.at,
})

export interface Settled {
  /** How many of them were still ours to settle. */
  readonly count: number
  /** Those whose generation is over: switched off meanwhile, here or elsewhere. */
  readonly ended: readonly ClaimedDelivery[]
}

/** Those of which something is settled or unparked, by subscription. */
export const findTouched = (
  finished: readonly DecidedDelivery[],
  unparked: readonly ParkedQueue[],
): ReadonlyMap<WebhookId, TouchedQueue> => {
  const touched = new Map<WebhookId, TouchedQueue>()
  for (const { delivery } of finished) touched.set(delivery.webhookId, delivery)
  for (const queue of unparked) touched.set(queue.webhookId, queue)
  return touched
}

interface TouchedQueue extends QueueName {
  /** Since when it was parked, if it was. */
  readonly since?: number
}

/** The queues that are touched must be locked; they are looked at again. */
export const settleSome = async (
  tx: Tx,
  finished: readonly DecidedDelivery[],
  touched: ReadonlyMap<WebhookId, TouchedQueue>,
  locked: ReadonlyMap<WebhookId, Queue>,
  now: number,
): Promise<Settled> => {
  const [count] = await Promise.all([
    settleDeliveries(tx, finished.map(toSettlement)),
    ...[...touched.values()].map(({ webhookId, since }) =>
      lookNext(tx, webhookId, since === undefined ? 'settled' : 'capacity_again', now, since),
    ),
  ])
  const ended = finished
    .map(({ delivery }) => delivery)
    .filter(({ webhookId, generation }) => locked.get(webhookId)?.run !== generation)
  return { count, ended }
}

/** Whether it was still ours to settle, and whether its generation is over now. */
export interface LastSettled {
  readonly isOurs: boolean
  readonly isOver: boolean
}

/**
 * Of a generation that is over already, only the delivery is settled. Nothing is done where another transaction has the
 * feed or the queue.
 */
export const settleLast = async (
  tx: Tx,
  decided: DecidedDelivery,
  reason: Failure,
  now: number,
): Promise<LastSettled | typeof BUSY> => {
  const { delivery } = decided
  if ((await tryLockFeed(tx, delivery.feedId)) === 'busy') return BUSY
  const webhook = await findAnyWebhook(tx, delivery.webhookId)
  if ((await lockQueue(tx, delivery.webhookId)) === BUSY) return BUSY
  const isOurs = (await settleDeliveries(tx, [toSettlement(decided)])) > 0
  if (webhook?.status !== 'active' || webhook.generation !== delivery.generation) {
    return { isOurs, isOver: true }
  }
  if (!isOurs) return { isOurs, isOver: false }
  const event = await switchOff(tx, webhook, reason, now, delivery.seq)
  await tellOwner(tx, webhook, reason, now)
  await appendEvents(tx, [event], now)
  return { isOurs, isOver: true }
}
