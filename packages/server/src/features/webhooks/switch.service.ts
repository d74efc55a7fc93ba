// Switching subscriptions on and off. The feed's row is locked first, so its position stands still: for every event
// it is certain whether it comes before or after. None is lost between a generation and the resend that follows it,
// and none is sent by both.
import type { DisabledReason } from '@challenge-service/contract'
import type { Tx } from '../../store/store.ts'
import type { FeedEvent } from '../events/append.ts'
import { DELIVERIES_TOPIC } from '../events/deliveries.store.ts'
import { lockFeed, noteSubscribed } from '../events/feed.store.ts'
import { closeQueue, findFirstWaiting, openQueue } from './queue.store.ts'
import type { Subscription } from './webhook.rules.ts'
import { disableWebhook, enableWebhook } from './webhook.store.ts'
import { viewInFeed } from './webhook.view.ts'

/** With `resend`, everything in the feed that it was not sent since the first that failed. */
export const switchOn = async (
  tx: Tx,
  before: Subscription,
  resend: boolean,
  now: number,
): Promise<Subscription> => {
  const feedPosition = await lockFeed(tx, before.feedId)
  await enableWebhook(tx, before)
  // That of its tests, if it was tested meanwhile.
  await closeQueue(tx, before.id)
  const generation = before.generation + 1
  const position = resend && before.resendFrom !== null ? before.resendFrom - 1 : feedPosition
  const queue = { webhookId: before.id, feedId: before.feedId, generation, position }
  await openQueue(tx, queue, position < feedPosition ? now : null)
  await noteSubscribed(tx, before.feedId)
  tx.signal(DELIVERIES_TOPIC)
  return { ...before, status: 'active', disabledReason: null, disabledAt: null, resendFrom: null, generation }
}

/** `failedSeq` is the number in the feed of the delivery that was the end of it. Gives the event to append. */
export const switchOff = async (
  tx: Tx,
  before: Subscription,
  reason: DisabledReason,
  now: number,
  failedSeq?: number,
): Promise<FeedEvent> => {
  const feedPosition = await lockFeed(tx, before.feedId)
  const position = (await closeQueue(tx, before.id)) ?? feedPosition
  const waiting = await findFirstWaiting(tx, before.id, before.generation)
  const undelivered = [failedSeq, waiting].filter((seq) => typeof seq === 'number')
  await disableWebhook(tx, before, reason, Math.min(position + 1, ...undelivered), now)
  await noteSubscribed(tx, before.feedId)
  return {
    feedId: before.feedId,
    at: now,
    type: 'webhook.disabled',
    actor: 'system',
    challenge_id: null,
    data: { webhook: viewInFeed(before) },
  }
}
