// What has happened in a challenge, told by the challenge itself.
import type { ChallengeWithEvidence, Party } from '@challenge-service/contract'
import type { Sentence } from './message.ts'
import { claimOf } from './outcome.ts'
import { describeStanding } from './status.ts'
import { words } from './words.ts'

interface Happening {
  readonly at: string
  /** Why, as they typed it. */
  readonly reason: string | null
  /** Who did it; null for what the two did together, or the clock. */
  readonly did: { readonly by: Party; readonly words: Sentence<{}, 'name'> } | null
  /** What became of it, where nobody did it alone. */
  readonly became: string | null
}

const happened = (
  at: string,
  by: Party,
  message: Sentence<{}, 'name'>,
  reason: string | null = null,
): Happening => ({ at, reason, did: { by, words: message }, became: null })

/** The newest first. */
export const listHappenings = (challenge: ChallengeWithEvidence): readonly Happening[] => {
  const { created_at, accepted_at, evidence, cancellation, proposal, dispute, resolution, closed_at } =
    challenge
  const endedAt = resolution?.settled_at ?? closed_at
  const { history } = words
  const all = [
    happened(created_at, 'creator', history.created),
    accepted_at !== null && happened(accepted_at, 'opponent', history.accepted),
    ...evidence.map((piece) => happened(piece.created_at, piece.by, history.evidence)),
    cancellation &&
      happened(
        cancellation.requested_at,
        cancellation.requested_by,
        history.cancelRequested,
        cancellation.reason,
      ),
    proposal &&
      happened(proposal.proposed_at, proposal.by, history.claimed[claimOf(proposal.by, proposal.outcome)]),
    dispute && happened(dispute.opened_at, dispute.opened_by, history.disputed, dispute.reason),
    endedAt !== null && {
      at: endedAt,
      reason: challenge.closed_reason,
      did: null,
      became: describeStanding(challenge).title,
    },
  ]
  return all
    .filter((one) => one !== false && one !== null)
    .map((one, index) => ({ ...one, index }))
    .toSorted((a, b) => Date.parse(b.at) - Date.parse(a.at) || b.index - a.index)
}
