// The rows that a person who is erased leaves in challenges: their evidence, their support, and the listings they were
// in.
import type { Party, Role } from '@challenge-service/contract'
import type { ChallengeId, ListingId, PersonId } from '../../../kernel/ids.ts'
import { change } from '../../../store/statements/changes.ts'
import { evidence } from '../../../store/schema/challenges.ts'
import { sql } from '../../../store/statements/statement.ts'
import type { Reader, Tx } from '../../../store/store.ts'

const next = sql<{ challenge_id: ChallengeId }, [listing: ListingId]>(
  'challenges.find_first_listed',
  'select challenge_id from challenge_listings where listing = $1 order by challenge_id limit 1',
)

/** Undefined once there is none in it any more. */
export const findFirstListed = async (reader: Reader, listing: ListingId): Promise<ChallengeId | undefined> =>
  (await reader.first(next, listing))?.challenge_id

const count = sql<{ count: number }, [personId: PersonId]>(
  'challenges.count_listed',
  'select count(*) as count from challenge_listings where listing = $1',
)

export const countListed = async (reader: Reader, personId: PersonId): Promise<number> =>
  (await reader.first(count, personId))?.count ?? 0

const rewriteEvidence = change(
  evidence,
  'challenges.rewrite_evidence',
  'update evidence set text = $text, url = null where challenge_id = $challenge_id and party = $party',
)

/** At most fifty, so all of it. */
export const eraseEvidence = async (
  tx: Tx,
  challengeId: ChallengeId,
  party: Party,
  word: string,
): Promise<void> => {
  await tx.run(rewriteEvidence, { challenge_id: challengeId, party, text: word })
}

const removeListing = sql<never, [challengeId: ChallengeId, role: Role]>(
  'challenges.remove_listing_rows',
  'delete from challenge_listings where challenge_id = $1 and role = $2',
)

/** In all listings of one party: their own, and that within the group. */
export const removeListingRows = async (tx: Tx, challengeId: ChallengeId, party: Party): Promise<void> => {
  await tx.run(removeListing, challengeId, party)
}

const removeSupports = sql<never, [personId: PersonId, limit: number]>(
  'challenges.remove_supports',
  `delete from supports where person_id = $1 and challenge_id in (
     select challenge_id from supports where person_id = $1 order by challenge_id limit $2)`,
)

/** What was given stays counted, as it does when someone leaves. */
export const removeSupportOf = (tx: Tx, personId: PersonId, limit: number): Promise<number> =>
  tx.run(removeSupports, personId, limit)
