// What ties a challenge to its group on disk: its column, the listings within the group, and the records there.
import type { ChallengeId, GroupId, ListingId } from '../../../kernel/ids.ts'
import { sql } from '../../../store/statement.ts'
import type { Tx } from '../../../store/store.ts'

const forgetGroup = sql<never, [id: ChallengeId, groupId: GroupId]>(
  'challenges.forget_group',
  'update challenges set group_id = null where id = $1 and group_id = $2',
)

const removeListing = sql<never, [id: ChallengeId, listing: ListingId]>(
  'challenges.remove_listing',
  'delete from challenge_listings where challenge_id = $1 and listing = $2',
)

/** From the commit on it belongs to no group, and stands in the listings given no more. */
export const removeFromGroup = async (
  tx: Tx,
  id: ChallengeId,
  groupId: GroupId,
  listings: readonly ListingId[],
): Promise<void> => {
  await tx.run(forgetGroup, id, groupId)
  for (const listing of listings) await tx.run(removeListing, id, listing)
}
