// Switching subscriptions on and off. The feed's row is locked first and carries the active subscriptions. So for
// every event it is certain whether a subscription was on when it was written: none is lost between a generation
// and the resend that follows it, and none is sent by both.
import type { DisabledReason } from '@challenge-service/contract'
import type { Tx } from '../../store/store.ts'
import { DELIVERIES_TOPIC } from '../events/deliveries.store.ts'
import type { FeedEvent } from '../events/append.ts'
import { lockFeed, setSubscribers } from '../events/feed.store.ts'
import { writeSubscribers } from '../events/subscribers.rules.ts'
import { closeQueue, findFirstWaiting, openQueue } from './queue.store.ts'
import type { Subscription } from './webhook.rules.ts'
import { disableWebhook, enableWebhook, listOfOwner } from './webhook.store.ts'
import { viewInFeed } from './webhook.view.ts'

/** Notes on the feed which subscriptions are active now. */
export const updateSubscribers = async (
  tx: Tx,
  { ownerId, feedId }: Pick<Subscription, 'ownerId' | 'feedId'>,
): Promise<void> => {
  const active = (await listOfOwner(tx, ownerId)).filter(({ status }) => status === 'active')
  const subscribers = active.map(({ id, generation, events }) => ({ webhookId: id, generation, events }))
  await setSubscribers(tx, feedId, writeSubscribers(subscribers))
}

/** With `resend`, everything in the feed that it was not sent since the first that failed. */
export const switchOn = async (
  tx: Tx,
  before: Subscription,
  resend: boolean,
  now: number,
): Promise<Subscription> => {
  const position = await lockFeed(tx, before.feedId)
  await enableWebhook(tx, before)
  const generation = before.generation + 1
  const from = before.resendFrom ?? position + 1
  const backfill = resend && from <= position ? { from, to: position } : undefined
  await openQueue(tx, { webhookId: before.id, feedId: before.feedId, generation }, backfill, now)
  await updateSubscribers(tx, before)
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
  const position = await lockFeed(tx, before.feedId)
  const backfillFrom = await closeQueue(tx, before.id)
  const waiting = await findFirstWaiting(tx, before.id, before.generation)
  const undelivered = [failedSeq, backfillFrom, waiting].filter((seq) => typeof seq === 'number')
  await disableWebhook(tx, before, reason, Math.min(position + 1, ...undelivered), now)
  await updateSubscribers(tx, before)
  return {
    feedId: before.feedId,
    at: now,
    type: 'webhook.disabled',
    actor: 'system',
    challenge_id: null,
    data: { webhook: viewInFeed(before) },
  }
}
