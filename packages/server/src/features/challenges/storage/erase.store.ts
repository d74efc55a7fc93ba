// The rows that a person who is erased leaves in challenges: their names and words, and the lanes they were in.
import type { Party, Role } from '@challenge-service/contract'
import { Fault } from '../../../kernel/refusal.ts'
import { sql } from '../../../store/statement.ts'
import type { Reader, Tx } from '../../../store/store.ts'
import type { Challenge, Face } from '../rules/life.rules.ts'

const next = sql<{ challenge_id: string }, [personId: string]>(
  'challenges.find_first_in_lane',
  'select challenge_id from challenge_lanes where lane = $1 order by challenge_id limit 1',
)

/** Undefined once they are in none any more. */
export const findFirstInLane = async (reader: Reader, personId: string): Promise<string | undefined> =>
  (await reader.first(next, personId))?.challenge_id

const count = sql<{ count: number }, [personId: string]>(
  'challenges.count_in_lane',
  'select count(*) as count from challenge_lanes where lane = $1',
)

export const countInLane = async (reader: Reader, personId: string): Promise<number> =>
  (await reader.first(count, personId))?.count ?? 0

const rewrite = sql<
  never,
  [
    id: string,
    creatorName: string,
    opponentName: string | null,
    claim: string,
    stake: string,
    reference: string | null,
    disputeReason: string | null,
    cancelReason: string | null,
    face: string,
    allowed: number,
  ]
>(
  'challenges.rewrite_words',
  `update challenges set creator_name = $2, opponent_name = $3, claim = $4, stake = $5, reference = $6,
     dispute_reason = $7, cancel_reason = $8, face = $9, allowed = $10
   where id = $1`,
)

/** The challenge must be locked. */
export const saveWords = async (tx: Tx, challenge: Challenge, { text, allowed }: Face): Promise<void> => {
  const { id, creatorName, opponentName, claim, stake, reference, life } = challenge
  const reasons = [life.dispute?.reason ?? null, life.cancellation?.reason ?? null] as const
  const words = [creatorName, opponentName, claim, stake, reference] as const
  const saved = await tx.run(rewrite, id, ...words, ...reasons, text, allowed)
  if (saved !== 1) throw new Fault('a challenge went away while it was locked')
}

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

const removeLanes = sql<never, [challengeId: string, role: Role]>(
  'challenges.remove_lanes',
  'delete from challenge_lanes where challenge_id = $1 and role = $2',
)

/** All lanes of one party: their own, and that within the group. */
export const leaveLanes = async (tx: Tx, challengeId: string, party: Party): Promise<void> => {
  await tx.run(removeLanes, challengeId, party)
}

const removeSupports = sql<never, [personId: string, limit: number]>(
  'challenges.remove_supports',
  `delete from supports where person_id = $1 and challenge_id in (
     select challenge_id from supports where person_id = $1 order by challenge_id limit $2)`,
)

/** What was given stays counted, as it does when someone leaves. */
export const removeSupportOf = (tx: Tx, personId: string, limit: number): Promise<number> =>
  tx.run(removeSupports, personId, limit)
