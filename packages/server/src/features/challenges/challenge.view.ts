// A challenge as one reader sees it: the only door through which it leaves. Of another person there is the
// first name, once it may be shown; of support there are counts, never who gave it.
import type {
  Challenge as ChallengeView,
  ChallengeWithEvidence,
  Evidence,
  FeedChallenge,
  Party,
} from '@challenge-service/contract'
import { toRfc3339, toRfc3339OrNull } from '../../kernel/instants.ts'
import type { EvidenceRow } from './additions.store.ts'
import { allowedActions, type Standing } from './challenge.rules.ts'
import type { Challenge, Life } from './life.rules.ts'
import { withoutLapsed } from './clock.rules.ts'

/** What the reader is to the challenge. */
export interface Reading extends Standing {
  readonly mine: Party | null
}

export const viewChallenge = (challenge: Challenge, reading: Reading, now: number): ChallengeView => ({
  ...viewMembers(challenge, reading, now),
  allowed_actions: [...allowedActions(challenge.life, reading, now)],
})

export const viewWithEvidence = (
  challenge: Challenge,
  reading: Reading,
  evidence: readonly EvidenceRow[],
  now: number,
): ChallengeWithEvidence => ({
  ...viewChallenge(challenge, reading, now),
  evidence: evidence.map(viewEvidence),
})

/** As the feed of a group holds it: it is nobody's own, so there are no actions in it. */
export const viewForGroup = (challenge: Challenge, now: number): FeedChallenge => ({
  ...viewMembers(challenge, { role: 'observer', maySupport: false, mine: null }, now),
  allowed_actions: null,
})

export const viewEvidence = ({ id, party, text, url, created_at }: EvidenceRow): Evidence => ({
  id,
  by: party,
  text,
  url,
  created_at: toRfc3339(created_at),
})

const viewMembers = (challenge: Challenge, { role, mine }: Reading, now: number) => {
  const life = withoutLapsed(challenge.life, now)
  return {
    id: challenge.id,
    claim: challenge.claim,
    stake: challenge.stake,
    due_days: challenge.dueDays,
    due_at: toRfc3339(life.dueAt),
    status: life.status,
    role,
    ...(role === 'creator' && challenge.reference !== null ? { reference: challenge.reference } : {}),
    creator: { first_name: challenge.creatorName },
    opponent: { first_name: challenge.opponentName },
    group_id: challenge.groupId,
    group_name: challenge.groupName,
    positions: life.positions,
    ...viewParts(life),
    support: { ...life.support, mine },
    evidence_count: life.evidence.creator + life.evidence.opponent,
    created_at: toRfc3339(challenge.createdAt),
    accepted_at: toRfc3339OrNull(life.acceptedAt),
    closed_at: toRfc3339OrNull(life.closedAt),
    updated_at: toRfc3339(challenge.updatedAt),
  }
}

const viewParts = ({ proposal, resolution, dispute, cancellation }: Life) => ({
  proposal: proposal && {
    by: proposal.by,
    outcome: proposal.outcome,
    proposed_at: toRfc3339(proposal.proposedAt),
    confirm_by: toRfc3339(proposal.confirmBy),
  },
  resolution: resolution && {
    outcome: resolution.outcome,
    settled_by: resolution.settledBy,
    settled_at: toRfc3339(resolution.settledAt),
  },
  dispute: dispute && {
    opened_by: dispute.openedBy,
    reason: dispute.reason,
    opened_at: toRfc3339(dispute.openedAt),
    decide_by: toRfc3339(dispute.decideBy),
  },
  cancellation: cancellation && {
    requested_by: cancellation.requestedBy,
    reason: cancellation.reason,
    requested_at: toRfc3339(cancellation.requestedAt),
    lapses_at: toRfc3339(cancellation.lapsesAt),
  },
})
