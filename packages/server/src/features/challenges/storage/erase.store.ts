// The rows that a person who is erased leaves in challenges: their evidence, their support, and the listings they were in.
import type { Party, Role } from '@challenge-service/contract'
import { sql } from '../../../store/statement.ts'
import type { Reader, Tx } from '../../../store/store.ts'

const next = sql<{ challenge_id: string }, [personId: string]>(
  'challenges.find_first_listed',
  'select challenge_id from challenge_listings where listing = $1 order by challenge_id limit 1',
)

/** Undefined once they are in none any more. */
export const findFirstListed = async (reader: Reader, personId: string): Promise<string | undefined> =>
  (await reader.first(next, personId))?.challenge_id

const count = sql<{ count: number }, [personId: string]>(
  'challenges.count_listed',
  'select count(*) as count from challenge_listings where listing = $1',
)

export const countListed = async (reader: Reader, personId: string): Promise<number> =>
  (await reader.first(count, personId))?.count ?? 0

const rewriteEvidence = sql<never, [challengeId: string, party: Party, word: string]>(
  'challenges.rewrite_evidence',
  'update evidence set text = $3, url = null where challenge_id = $1 and party = $2',
)

/** At most fifty, so all of it. */
export const eraseEvidence = async (
  tx: Tx,
  challengeId: string,
  party: Party,
  word: string,
): Promise<void> => {
  await tx.run(rewriteEvidence, challengeId, party, word)
}

const removeListing = sql<never, [challengeId: string, role: Role]>(
  'challenges.remove_listing_rows',
  'delete from challenge_listings where challenge_id = $1 and role = $2',
)

/** In all listings of one party: their own, and that within the group. */
export const removeListingRows = async (tx: Tx, challengeId: string, party: Party): Promise<void> => {
  await tx.run(removeListing, challengeId, party)
}

const removeSupports = sql<never, [personId: string, limit: number]>(
  'challenges.remove_supports',
  `delete from supports where person_id = $1 and challenge_id in (
     select challenge_id from supports where person_id = $1 order by challenge_id limit $2)`,
)

/** What was given stays counted, as it does when someone leaves. */
export const removeSupportOf = (tx: Tx, personId: string, limit: number): Promise<number> =>
  tx.run(removeSupports, personId, limit)
