// The words of a person who is erased in a tally: the notes of their entries, and why they disputed the other's.
import type { Party } from '@challenge-service/contract'
import type { ChallengeId } from '../../kernel/ids.ts'
import { sql } from '../../store/statement.ts'
import type { Tx } from '../../store/store.ts'

const findLast = sql<
  { last: string | null; count: number },
  [challengeId: ChallengeId, after: string, limit: number]
>(
  'tally.find_last_of_some',
  `select max(id) as last, count(*) as count from (
     select id from tally_entries where challenge_id = $1 and id > $2 order by id limit $3) as batch`,
)

type Range = [challengeId: ChallengeId, after: string, upTo: string, party: Party, word: string]

const rewriteNotes = sql<never, Range>(
  'tally.rewrite_notes',
  `update tally_entries set note = $5
   where challenge_id = $1 and id > $2 and id <= $3 and party = $4 and note is not null`,
)

const rewriteReasons = sql<never, Range>(
  'tally.rewrite_reasons',
  `update tally_entries set dispute_reason = $5
   where challenge_id = $1 and id > $2 and id <= $3 and party <> $4 and dispute_reason is not null`,
)

/** Puts the word in place of what the party wrote in at most so many entries; undefined once there are no more. */
export const eraseEntries = async (
  tx: Tx,
  challengeId: ChallengeId,
  party: Party,
  word: string,
  after: string,
  limit: number,
): Promise<string | undefined> => {
  const found = await tx.first(findLast, challengeId, after, limit)
  const upTo = found?.last
  if (!found || upTo === null || upTo === undefined) return undefined
  await tx.run(rewriteNotes, challengeId, after, upTo, party, word)
  await tx.run(rewriteReasons, challengeId, after, upTo, party, word)
  return found.count === limit ? upTo : undefined
}
