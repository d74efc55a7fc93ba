// Settles what was tried. What only goes on is settled many at a time; what ends a subscription has a transaction
// of its own, with the event and the mail that tell of it.
import { appendEvents } from '../features/events/append.ts'
import { lockHead } from '../features/events/feed.store.ts'
import { tellOwner } from '../features/webhooks/notify.ts'
import { switchOff } from '../features/webhooks/switch.service.ts'
import { findAnyWebhook } from '../features/webhooks/webhook.store.ts'
import type { Tx } from '../store/store.ts'
import { lockQueue, lookAgain, parkQueue } from './claim.store.ts'
import type { Parked } from './claim.ts'
import { judgeAttempt, type Failure, type Verdict } from './schedule.rules.ts'
import { settleDeliveries, type Settlement } from './settle.store.ts'
import type { Finished, Task } from './task.ts'

/** What follows; undefined where it was not tried. */
export const judge = (
  { task, result, at }: Finished,
  retrySeconds: readonly number[],
  chance: number,
): Verdict | undefined => {
  if (!result) return undefined
  const { outcome, status, retryAfterMs } = result
  return judgeAttempt({ attempt: task.attempt, outcome, status, retryAfterMs }, retrySeconds, chance, at)
}

export interface Judged extends Finished {
  readonly verdict: Verdict | undefined
}

const statusOf = (verdict: Verdict | undefined): Settlement['status'] => {
  if (verdict === undefined || verdict.kind === 'retry') return 'pending'
  if (verdict.kind === 'delivered') return 'delivered'
  return verdict.reason === 'failures' ? 'failed' : 'dropped'
}

const dueAtOf = ({ task, verdict, at }: Judged): number | null => {
  if (verdict === undefined) return task.attempt > 1 ? at : 0
  return verdict.kind === 'retry' ? verdict.at : null
}

const toSettlement = (judged: Judged): Settlement => ({
  id: judged.task.id,
  lease: judged.task.lease.token,
  status: statusOf(judged.verdict),
  dueAt: dueAtOf(judged),
  answer: judged.result,
  at: judged.at,
})

interface Named {
  readonly webhookId: string
  readonly feedId: string
}

/**
 * The order in which every transaction locks queues: by feed, then by subscription; an event locks them by the
 * feeds that it is written to.
 */
const inLockOrder = (a: Named, b: Named): number =>
  a.feedId === b.feedId ? (a.webhookId < b.webhookId ? -1 : 1) : a.feedId < b.feedId ? -1 : 1

export interface Settled {
  /** How many of them were still ours to settle. */
  readonly count: number
  /** Those whose run is over: switched off meanwhile, here or elsewhere. */
  readonly ended: readonly Task[]
}

/** Their queues, and those of `unparked`, are looked at again. */
export const settleSome = async (
  tx: Tx,
  finished: readonly Judged[],
  unparked: readonly Parked[],
  now: number,
): Promise<Settled> => {
  const touched = new Map<string, Named & { readonly since?: number }>()
  for (const { task } of finished) touched.set(task.webhookId, task)
  for (const queue of unparked) touched.set(queue.webhookId, queue)
  const queues = [...touched.values()].toSorted(inLockOrder)
  const locked = await Promise.all(queues.map(({ webhookId }) => lockQueue(tx, webhookId)))
  const runs = new Map(locked.map((queue) => [queue?.webhook_id, queue?.run]))
  const count = await settleDeliveries(tx, finished.map(toSettlement))
  await Promise.all(
    queues.map(({ webhookId, since }) =>
      // Who was parked has waited since then, and comes before those who have not.
      since === undefined ? lookAgain(tx, webhookId, now) : parkQueue(tx, webhookId, since),
    ),
  )
  const ended = finished.map(({ task }) => task).filter(({ webhookId, run }) => runs.get(webhookId) !== run)
  return { count, ended }
}

/** Whether it was still ours to settle, and whether its run is over now. */
export interface LastSettled {
  readonly isOurs: boolean
  readonly isOver: boolean
}

/** Of a run that is over already, only the delivery is settled. */
export const settleLast = async (
  tx: Tx,
  judged: Judged,
  reason: Failure,
  now: number,
): Promise<LastSettled> => {
  const { task } = judged
  await lockHead(tx, task.feedId)
  const webhook = await findAnyWebhook(tx, task.webhookId)
  await lockQueue(tx, task.webhookId)
  const isOurs = (await settleDeliveries(tx, [toSettlement(judged)])) > 0
  if (webhook?.status !== 'active' || webhook.run !== task.run) return { isOurs, isOver: true }
  if (!isOurs) return { isOurs, isOver: false }
  const event = await switchOff(tx, webhook, reason, now, task.seq)
  await tellOwner(tx, webhook, reason, now)
  await appendEvents(tx, [event], now)
  return { isOurs, isOver: true }
}
