// What ties a challenge to its group on disk: its column, the listings within the group, and the records there.
import type { ChallengeId, GroupId, ListingId } from '../../../kernel/ids.ts'
import { change } from '../../../store/statements/changes.ts'
import { forUpdate } from '../../../store/dialect.ts'
import { challenges } from '../../../store/schema/challenges.ts'
import { sql } from '../../../store/statements/statement.ts'
import type { Tx } from '../../../store/store.ts'

const lockFirst = sql<{ id: ChallengeId }, [listing: ListingId, limit: number]>(
  'challenges.lock_first_listed',
  `select id from challenges where id in (
     select challenge_id from challenge_listings where listing = $1 order by challenge_id limit $2)
   order by id ${forUpdate}`,
)

/**
 * At most so many. All are locked before the first is changed, since what follows from a challenge is locked after it.
 */
export const lockFirstListed = async (
  tx: Tx,
  listing: ListingId,
  limit: number,
): Promise<readonly ChallengeId[]> => (await tx.all(lockFirst, listing, limit)).map(({ id }) => id)

const forgetGroup = change(
  challenges,
  'challenges.forget_group',
  'update challenges set group_id = null where id = $id and group_id = $group_id',
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
  await tx.run(forgetGroup, { id, group_id: groupId })
  for (const listing of listings) await tx.run(removeListing, id, listing)
}
