// Takes a challenge out of a group that is deleted: what is open ends, and its parties keep it as a private one.
import { parties } from '@challenge-service/contract/plain'
import type { ChallengeId, GroupId, ListingId } from '../../../kernel/ids.ts'
import type { Tx } from '../../../store/store.ts'
import type { FeedEvent } from '../../events/append.ts'
import { removeRecord } from '../../records/erase.store.ts'
import { hiddenListingId, partyListingId } from '../reading/listing.store.ts'
import type { Challenge } from '../rules/life.rules.ts'
import { getPersonId } from '../rules/party.rules.ts'
import { lockById } from '../storage/challenge.store.ts'
import { removeFromGroup } from '../storage/detach.store.ts'
import { changeById } from './change.ts'
import { endBySystem } from './erase.service.ts'

/** Gives the events to append: of an open one, what its parties are told. */
export const detachFromGroup = async (
  tx: Tx,
  id: ChallengeId,
  groupId: GroupId,
  now: number,
): Promise<readonly FeedEvent[]> => {
  const before = await lockById(tx, id)
  if (!before) return []
  const told: FeedEvent[] = []
  const write = async (): Promise<void> => {
    await removeFromGroup(tx, id, groupId, listListings(before, groupId))
    for (const party of parties) await removeRecord(tx, getPersonId(before, party), groupId)
  }
  await changeById(tx, id, now, (current) => ({ ...endBySystem(current, now), write }), {
    rewrite: (challenge) => ({ ...challenge, groupId: null, groupName: null }),
    append: (events) => told.push(...events),
  })
  return told
}

const listListings = (challenge: Challenge, groupId: GroupId): readonly ListingId[] => [
  groupId,
  ...parties.flatMap((party) => {
    const listing = partyListingId(groupId, getPersonId(challenge, party))
    return [listing, hiddenListingId(listing)]
  }),
]
