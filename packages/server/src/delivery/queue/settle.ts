// Settles what was tried. What only goes on is settled many at a time; what ends a subscription has a transaction
// of its own, with the event and the mail that tell of it.
import { appendEvents } from '../../features/events/append.ts'
import { lockFeed } from '../../features/events/feed.store.ts'
import { tellOwner } from '../../features/webhooks/notify.ts'
import { switchOff } from '../../features/webhooks/switch.service.ts'
import { findAnyWebhook } from '../../features/webhooks/webhook.store.ts'
import type { Tx } from '../../store/store.ts'
import { lockQueue, lookAgain, parkQueue } from './claim.store.ts'
import type { ParkedQueue } from './claim.ts'
import type { ClaimedDelivery, FinishedDelivery } from './claimed-delivery.ts'
import { decideNext, type Decision, type Failure } from './schedule.rules.ts'
import { settleDeliveries, type Settlement } from './settle.store.ts'

export interface DecidedDelivery extends FinishedDelivery {
  /** What follows; undefined where it was not tried. */
  readonly decision: Decision | undefined
}

export const decide = (
  finished: FinishedDelivery,
  retrySeconds: readonly number[],
  chance: number,
): DecidedDelivery => {
  const { delivery, result, at } = finished
  if (!result) return { ...finished, decision: undefined }
  const { outcome, status, retryAfterMs } = result
  const attempted = { attempt: delivery.attempt, outcome, status, retryAfterMs }
  return { ...finished, decision: decideNext(attempted, retrySeconds, chance, at) }
}

const toStatus = (decision: Decision | undefined): Settlement['status'] => {
  if (decision === undefined || decision.kind === 'retry') return 'pending'
  if (decision.kind === 'delivered') return 'delivered'
  return decision.reason === 'failures' ? 'failed' : 'dropped'
}

const toDueAt = ({ delivery, decision, at }: DecidedDelivery): number | null => {
  if (decision === undefined) return delivery.attempt > 1 ? at : 0
  return decision.kind === 'retry' ? decision.at : null
}

const toSettlement = (decided: DecidedDelivery): Settlement => ({
  id: decided.delivery.id,
  lease: decided.delivery.lease.token,
  status: toStatus(decided.decision),
  dueAt: toDueAt(decided),
  answer: decided.result,
  at: decided.at,
})

interface QueueName {
  readonly webhookId: string
  readonly feedId: string
}

/**
 * The order in which every transaction locks queues: by feed, then by subscription; an event locks them by the
 * feeds that it is written to.
 */
const inLockOrder = (a: QueueName, b: QueueName): number =>
  a.feedId === b.feedId ? (a.webhookId < b.webhookId ? -1 : 1) : a.feedId < b.feedId ? -1 : 1

export interface Settled {
  /** How many of them were still ours to settle. */
  readonly count: number
  /** Those whose generation is over: switched off meanwhile, here or elsewhere. */
  readonly ended: readonly ClaimedDelivery[]
}

/** Their queues, and those of `unparked`, are looked at again. */
export const settleSome = async (
  tx: Tx,
  finished: readonly DecidedDelivery[],
  unparked: readonly ParkedQueue[],
  now: number,
): Promise<Settled> => {
  const touched = new Map<string, QueueName & { readonly since?: number }>()
  for (const { delivery } of finished) touched.set(delivery.webhookId, delivery)
  for (const queue of unparked) touched.set(queue.webhookId, queue)
  const queues = [...touched.values()].toSorted(inLockOrder)
  const locked = await Promise.all(queues.map(({ webhookId }) => lockQueue(tx, webhookId)))
  const generations = new Map(locked.map((queue) => [queue?.webhook_id, queue?.run]))
  const count = await settleDeliveries(tx, finished.map(toSettlement))
  await Promise.all(
    queues.map(({ webhookId, since }) =>
      // Who was parked has waited since then, and comes before those who have not.
      since === undefined ? lookAgain(tx, webhookId, now) : parkQueue(tx, webhookId, since),
    ),
  )
  const ended = finished
    .map(({ delivery }) => delivery)
    .filter(({ webhookId, generation }) => generations.get(webhookId) !== generation)
  return { count, ended }
}

/** Whether it was still ours to settle, and whether its generation is over now. */
export interface LastSettled {
  readonly isOurs: boolean
  readonly isOver: boolean
}

/** Of a generation that is over already, only the delivery is settled. */
export const settleLast = async (
  tx: Tx,
  decided: DecidedDelivery,
  reason: Failure,
  now: number,
): Promise<LastSettled> => {
  const { delivery } = decided
  await lockFeed(tx, delivery.feedId)
  const webhook = await findAnyWebhook(tx, delivery.webhookId)
  await lockQueue(tx, delivery.webhookId)
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
