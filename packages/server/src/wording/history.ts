// What has happened in a challenge, told by the challenge itself.
import type { ChallengeWithEvidence, Party } from '@challenge-service/contract'
import { wordsOf } from './outcome.ts'
import { describeStanding } from './status.ts'

interface Happening {
  readonly at: string
  /** Whose name stands before the words; null where they name everyone themselves. */
  readonly by: Party | null
  readonly words: string
  /** Why, as they typed it. */
  readonly reason: string | null
}

const did = (at: string, by: Party | null, words: string, reason: string | null = null): Happening => ({
  at,
  by,
  words,
  reason,
})

/** The newest first. */
export const listHappenings = (challenge: ChallengeWithEvidence): readonly Happening[] => {
  const { created_at, accepted_at, evidence, cancellation, proposal, dispute, resolution, closed_at } =
    challenge
  const endedAt = resolution?.settled_at ?? closed_at
  const all = [
    did(created_at, 'creator', 'made the challenge'),
    accepted_at !== null && did(accepted_at, 'opponent', 'accepted it'),
    ...evidence.map((piece) => did(piece.created_at, piece.by, 'added evidence')),
    cancellation &&
      did(cancellation.requested_at, cancellation.requested_by, 'asked to cancel', cancellation.reason),
    proposal &&
      did(
        proposal.proposed_at,
        proposal.by,
        `said that ${wordsOf(challenge, proposal.by, proposal.outcome)}`,
      ),
    dispute && did(dispute.opened_at, dispute.opened_by, 'did not agree', dispute.reason),
    endedAt !== null && did(endedAt, null, describeStanding(challenge).title, challenge.closed_reason),
  ]
  return all
    .filter((one) => one !== false && one !== null)
    .map((one, index) => ({ ...one, index }))
    .toSorted((a, b) => Date.parse(b.at) - Date.parse(a.at) || b.index - a.index)
}
