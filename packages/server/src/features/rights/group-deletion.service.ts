// Deleting a group. One transaction makes it unreachable; the rest follows in bounded ones. Each begins with what is
// still there, so that whoever comes next goes on from there.
import type { GroupId } from '../../kernel/ids.ts'
import { dropWaitingOfGroup } from '../../mail/outbox.store.ts'
import type { Tx } from '../../store/store.ts'
import { IDLE_MS } from '../access/accounts.store.ts'
import { detachFromGroup } from '../challenges/change/detach.service.ts'
import { findFirstListed } from '../challenges/storage/erase.store.ts'
import { appendEvents } from '../events/append.ts'
import { removeFeed, removeFeedEvents } from '../events/erase.store.ts'
import { viewFeedMember } from '../groups/groups.view.ts'
import { forgetKeys } from '../idempotency/erase.store.ts'
import { removeVotes } from '../questions/erase.store.ts'
import { dropSubscriptions, eraseSubscriptions } from '../webhooks/erase.service.ts'
import {
  closeGroupRows,
  endedWithGroup,
  listEndedMembers,
  lockGroup,
  removeGroup,
  removeMembership,
} from './group-deletion.store.ts'

/** Rows in a batch: a few milliseconds, so that nobody waits long for it. */
const BATCH = 200
const CHALLENGES_AT_ONCE = 50
const MEMBERS_AT_ONCE = 50

/** Its tokens, subscriptions and memberships end: from the commit on nobody reaches it. Doing it twice is doing it once. */
export const closeGroup = async (tx: Tx, groupId: GroupId, now: number): Promise<void> => {
  await lockGroup(tx, groupId)
  await closeGroupRows(tx, groupId, now)
  await dropSubscriptions(tx, groupId, groupId, now)
}

/** Whether it did something: then there may be more to do. */
type DeletionStep = (tx: Tx, groupId: GroupId, now: number) => Promise<boolean>

/** One batch of what is left of a group that is closed; false once nothing is, the group included. */
export const deleteSome = async (tx: Tx, groupId: GroupId, now: number): Promise<boolean> => {
  await lockGroup(tx, groupId)
  for (const step of steps) if (await step(tx, groupId, now)) return true
  await removeFeed(tx, groupId)
  await removeGroup(tx, groupId)
  return false
}

const challenges: DeletionStep = async (tx, groupId, now) => {
  for (let done = 0; done < CHALLENGES_AT_ONCE; done += 1) {
    const id = await findFirstListed(tx, groupId)
    if (id === undefined) return done > 0
    // Feeds are locked last in a transaction, all of them in one order.
    if ((await detachFromGroup(tx, id, groupId, now)).wasOpen) return true
  }
  return true
}

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

const steps: readonly DeletionStep[] = [challenges, members, keys, webhooks, events]
