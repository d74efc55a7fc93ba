// The words of a person who is erased in a tally: the notes of their entries, and why they disputed the other's.
import type { Party } from '@challenge-service/contract'
import type { ChallengeId } from '../../kernel/ids.ts'
import { change } from '../../store/statements/changes.ts'
import { key } from '../../store/statements/table.ts'
import { tallyEntries } from '../../store/schema/challenges.ts'
import { sql } from '../../store/statements/statement.ts'
import type { Tx } from '../../store/store.ts'

const findLast = sql<
  { last: string | null; count: number },
  [challengeId: ChallengeId, after: string, limit: number]
>(
  'tally.find_last_of_some',
  `select max(id) as last, count(*) as count from (
     select id from tally_entries where challenge_id = $1 and id > $2 order by id limit $3) as batch`,
)

const rangeStart = { after: key() }
const inRange = 'challenge_id = $challenge_id and id > $after and id <= $id'

const rewriteNotes = change(
  tallyEntries,
  'tally.rewrite_notes',
  `update tally_entries set note = $note where ${inRange} and party = $party and note is not null`,
  rangeStart,
)

const rewriteReasons = change(
  tallyEntries,
  'tally.rewrite_reasons',
  `update tally_entries set dispute_reason = $dispute_reason
   where ${inRange} and party <> $party and dispute_reason is not null`,
  rangeStart,
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
  const range = { challenge_id: challengeId, after, id: upTo, party }
  await tx.run(rewriteNotes, { ...range, note: word })
  await tx.run(rewriteReasons, { ...range, dispute_reason: word })
  return found.count === limit ? upTo : undefined
}
