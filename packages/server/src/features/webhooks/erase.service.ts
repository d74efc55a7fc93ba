// Ends the subscriptions of someone who is erased: nothing is sent from the commit on, and the rows go after it.
import type { FeedId, OwnerId } from '../../kernel/ids.ts'
import type { Tx } from '../../store/store.ts'
import { lockFeed, noteSubscribed } from '../events/feed.store.ts'
import { findFirstDeleted, removeDeliveries, removeWebhook } from './erase.store.ts'
import { closeQueue } from './queue.store.ts'
import { deleteWebhook, listOfOwner } from './webhook.store.ts'

export const dropSubscriptions = async (
  tx: Tx,
  ownerId: OwnerId,
  feedId: FeedId,
  now: number,
): Promise<void> => {
  // Without one there may be no feed to lock.
  if ((await listOfOwner(tx, ownerId)).length === 0) return
  await lockFeed(tx, feedId)
  for (const { id } of await listOfOwner(tx, ownerId)) {
    await closeQueue(tx, id)
    await deleteWebhook(tx, id, now)
  }
  await noteSubscribed(tx, feedId)
}

/** A bounded piece of what is left of them; false once nothing is. */
export const eraseSubscriptions = async (tx: Tx, ownerId: OwnerId, limit: number): Promise<boolean> => {
  const id = await findFirstDeleted(tx, ownerId)
  if (id === undefined) return false
  if ((await removeDeliveries(tx, id, limit)) < limit) await removeWebhook(tx, id)
  return true
}
