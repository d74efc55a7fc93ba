// Deleting a group. One transaction makes it unreachable; the rest follows in bounded ones. Each begins with what is
// still there, so that the command that began it, or the service, continues from there.
import type { GroupId } from '../../kernel/ids.ts'
import { dropWaitingOfGroup } from '../../mail/outbox/outbox.store.ts'
import type { Store, Tx } from '../../store/store.ts'
import { IDLE_MS } from '../access/accounts.store.ts'
import { lockGroup } from '../access/groups.store.ts'
import { detachFromGroup } from '../challenges/change/detach.service.ts'
import { lockFirstListed } from '../challenges/storage/detach.store.ts'
import { appendEvents, type FeedEvent } from '../events/append.ts'
import { removeFeed, removeFeedEvents } from '../events/erase.store.ts'
import { viewFeedMember } from '../groups/groups.view.ts'
import { forgetKeys } from '../idempotency/erase.store.ts'
import { removeVotes } from '../questions/erase.store.ts'
import { dropSubscriptions, eraseSubscriptions } from '../webhooks/erase.service.ts'
import {
  closeGroupRows,
  endedWithGroup,
  listEndedMembers,
  listGroupsInDeletion,
  removeGroup,
  removeMembership,
} from './group-deletion.store.ts'

/** Rows in a batch: a few milliseconds, so that nobody waits long for it. */
const BATCH = 200
const CHALLENGES_AT_ONCE = 20
const MEMBERS_AT_ONCE = 50

/**
 * Its tokens, subscriptions and memberships end: from the commit on nobody reaches it. Doing it twice is doing it
 * once.
 */
export const closeGroup = async (tx: Tx, groupId: GroupId, now: number): Promise<void> => {
  await lockGroup(tx, groupId)
  await closeGroupRows(tx, groupId, now)
  await dropSubscriptions(tx, groupId, groupId, now)
}

export interface Deleting {
  /** Nothing is left, the group included. */
  readonly isOver: boolean
  /** How many challenges this batch took out of the group. */
  readonly challenges: number
}

/** One batch of what is left of a group that is closed. */
export const deleteSome = async (tx: Tx, groupId: GroupId, now: number): Promise<Deleting> => {
  await lockGroup(tx, groupId)
  const challenges = await detachSome(tx, groupId, now)
  if (challenges > 0) return { isOver: false, challenges }
  for (const step of steps) if (await step(tx, groupId, now)) return { isOver: false, challenges }
  await removeFeed(tx, groupId)
  await removeGroup(tx, groupId)
  return { isOver: true, challenges }
}

const AT_ONCE = 20

/** For the job: finishes every deletion that was begun. One that fails holds no other up. */
export const continueDeletions = async (store: Store, now: number): Promise<void> => {
  const failures: unknown[] = []
  for (const groupId of await listGroupsInDeletion(store, AT_ONCE)) {
    await deleteAll(store, groupId, now).catch((error: unknown) => failures.push(error))
  }
  if (failures.length > 0) throw new AggregateError(failures, 'deletions failed; they will be tried again')
}

/** Each batch is a transaction of its own. */
const deleteAll = async (store: Store, groupId: GroupId, now: number): Promise<void> => {
  for (let isOver = false; !isOver;) {
    isOver = (await store.write((tx) => deleteSome(tx, groupId, now))).isOver
  }
}

/** How many it took out of the group. */
const detachSome = async (tx: Tx, groupId: GroupId, now: number): Promise<number> => {
  const ids = await lockFirstListed(tx, groupId, CHALLENGES_AT_ONCE)
  const told: FeedEvent[] = []
  for (const id of ids) told.push(...(await detachFromGroup(tx, id, groupId, now)))
  // Feeds are locked last in a transaction, all of them in one order.
  await appendEvents(tx, told, now)
  return ids.length
}

/** Whether it did something: then there may be more to do. */
type DeletionStep = (tx: Tx, groupId: GroupId, now: number) => Promise<boolean>

/** Those who were members until now are told in their own feed. */
const members: DeletionStep = async (tx, groupId, now) => {
  const ended = await listEndedMembers(tx, groupId, MEMBERS_AT_ONCE)
  for (const member of ended) {
    while ((await removeVotes(tx, member.id, BATCH)) === BATCH);
    dropWaitingOfGroup(tx, member.person_id, groupId, now)
    await removeMembership(tx, member, now + IDLE_MS)
  }
  const events = ended.filter(endedWithGroup).map((member) => ({
    feedId: member.person_id,
    type: 'group.member_removed' as const,
    actor: 'system' as const,
    at: now,
    challenge_id: null,
    data: { member: viewFeedMember(member) },
  }))
  await appendEvents(tx, events, now)
  return ended.length > 0
}

const keys: DeletionStep = async (tx, groupId) => (await forgetKeys(tx, { ownerId: groupId }, BATCH)) > 0

const webhooks: DeletionStep = (tx, groupId) => eraseSubscriptions(tx, groupId, BATCH)

const events: DeletionStep = async (tx, groupId) => (await removeFeedEvents(tx, groupId, BATCH)) > 0

/** Once it has no challenges any more. */
const steps: readonly DeletionStep[] = [members, keys, webhooks, events]
