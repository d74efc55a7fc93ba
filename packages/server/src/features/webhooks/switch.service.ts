// Switching subscriptions on and off. The feed's head is locked first and carries the active subscriptions, so
// for every entry it is certain whether a subscription was on when it was written: none is lost between a run
// and the resend that follows it, and none is sent by both.
import type { DisabledReason } from '@challenge-service/contract'
import type { Tx } from '../../store/store.ts'
import { DELIVERIES_TOPIC } from '../events/deliveries.store.ts'
import type { FeedEvent } from '../events/append.ts'
import { lockHead, setSubscribers } from '../events/feed.store.ts'
import { writeSubscribers } from '../events/subscribers.rules.ts'
import { closeQueue, findFirstWaiting, openQueue } from './queue.store.ts'
import type { Subscription } from './webhook.rules.ts'
import { disableWebhook, enableWebhook, listOfOwner } from './webhook.store.ts'
import { viewInFeed } from './webhook.view.ts'

/** Lets the feed tell exactly those that are active now. */
export const tellFeed = async (
  tx: Tx,
  { ownerId, feedId }: Pick<Subscription, 'ownerId' | 'feedId'>,
): Promise<void> => {
  const active = (await listOfOwner(tx, ownerId)).filter(({ status }) => status === 'active')
  const subscribers = active.map(({ id, run, events }) => ({ webhookId: id, run, events }))
  await setSubscribers(tx, feedId, writeSubscribers(subscribers))
}

/** With `resend`, everything in the feed that it was not sent since the first that failed. */
export const switchOn = async (
  tx: Tx,
  before: Subscription,
  resend: boolean,
  now: number,
): Promise<Subscription> => {
  const head = await lockHead(tx, before.feedId)
  await enableWebhook(tx, before)
  const run = before.run + 1
  const from = before.resendFrom ?? head + 1
  const fill = resend && from <= head ? { from, to: head } : undefined
  await openQueue(tx, { webhookId: before.id, feedId: before.feedId, run }, fill, now)
  await tellFeed(tx, before)
  tx.signal(DELIVERIES_TOPIC)
  return { ...before, status: 'active', disabledReason: null, disabledAt: null, resendFrom: null, run }
}

/** `failedSeq` is the place of the delivery that was the end of it. Gives the event to append. */
export const switchOff = async (
  tx: Tx,
  before: Subscription,
  reason: DisabledReason,
  now: number,
  failedSeq?: number,
): Promise<FeedEvent> => {
  const head = await lockHead(tx, before.feedId)
  const fillFrom = await closeQueue(tx, before.id)
  const waiting = await findFirstWaiting(tx, before.id, before.run)
  const undelivered = [failedSeq, fillFrom, waiting].filter((seq) => typeof seq === 'number')
  await disableWebhook(tx, before, reason, Math.min(head + 1, ...undelivered), now)
  await tellFeed(tx, before)
  return {
    feedId: before.feedId,
    at: now,
    type: 'webhook.disabled',
    actor: 'system',
    challenge_id: null,
    data: { webhook: viewInFeed(before) },
  }
}
