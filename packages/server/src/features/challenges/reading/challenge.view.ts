// A challenge as one reader sees it: the only door through which it leaves. Of another person there is the
// first name, once it may be shown; of support there are counts, never who gave it.
import type {
  Challenge as ChallengeView,
  ChallengeWithEvidence,
  Evidence,
  FeedChallenge,
} from '@challenge-service/contract'
import { toRfc3339, toRfc3339OrNull } from '../../../kernel/instants.ts'
import type { EvidenceRow } from '../storage/additions.store.ts'
import { allowedActions, type Access } from '../rules/action.rules.ts'
import type { Cancellation, Challenge, Dispute, Proposal, Resolution } from '../rules/life.rules.ts'
import { withoutLapsed } from '../rules/clock.rules.ts'

export const viewChallenge = (challenge: Challenge, access: Access, now: number): ChallengeView =>
  viewMembers(challenge, access, now, [...allowedActions(challenge.life, access, now)])

export const viewWithEvidence = (
  challenge: Challenge,
  access: Access,
  evidence: readonly EvidenceRow[],
  now: number,
): ChallengeWithEvidence => ({
  ...viewChallenge(challenge, access, now),
  evidence: evidence.map(viewEvidence),
})

/** As the feed of a group holds it: it is nobody's own, so there are no actions in it. */
export const viewForGroup = (challenge: Challenge, now: number): FeedChallenge =>
  viewMembers(challenge, { role: 'observer', maySupport: false, mine: null }, now, null)

export const viewEvidence = ({ id, party, text, url, created_at }: EvidenceRow): Evidence => ({
  id,
  by: party,
  text,
  url,
  created_at: toRfc3339(created_at),
})

/** Written out: put together from parts, it would take several times as long. */
const viewMembers = <Allowed>(
  challenge: Challenge,
  { role, mine = null }: Access,
  now: number,
  allowed: Allowed,
) => {
  const life = withoutLapsed(challenge.life, now)
  const { proposal, resolution, dispute, cancellation } = life
  const members = {
    id: challenge.id,
    claim: challenge.claim,
    stake: challenge.stake,
    due_days: challenge.dueDays,
    due_at: toRfc3339(life.dueAt),
    status: life.status,
    role,
    creator: { first_name: challenge.creatorName },
    opponent: { first_name: challenge.opponentName },
    group_id: challenge.groupId,
    group_name: challenge.groupName,
    positions: life.positions,
    proposal: proposal && viewProposal(proposal),
    resolution: resolution && viewResolution(resolution),
    dispute: dispute && viewDispute(dispute),
    cancellation: cancellation && viewCancellation(cancellation),
    closed_reason: role === 'observer' ? null : life.closedReason,
    support: { creator: life.support.creator, opponent: life.support.opponent, mine },
    evidence_count: life.evidence.creator + life.evidence.opponent,
    created_at: toRfc3339(challenge.createdAt),
    accepted_at: toRfc3339OrNull(life.acceptedAt),
    closed_at: toRfc3339OrNull(life.closedAt),
    updated_at: toRfc3339(challenge.updatedAt),
    allowed_actions: allowed,
  }
  const { reference } = challenge
  return role === 'creator' && reference !== null ? { ...members, reference } : members
}

const viewProposal = ({ by, outcome, proposedAt, confirmBy }: Proposal) => ({
  by,
  outcome,
  proposed_at: toRfc3339(proposedAt),
  confirm_by: toRfc3339(confirmBy),
})

const viewResolution = ({ outcome, settledBy, settledAt }: Resolution) => ({
  outcome,
  settled_by: settledBy,
  settled_at: toRfc3339(settledAt),
})

const viewDispute = ({ openedBy, reason, openedAt, decideBy }: Dispute) => ({
  opened_by: openedBy,
  reason,
  opened_at: toRfc3339(openedAt),
  decide_by: toRfc3339(decideBy),
})

const viewCancellation = ({ requestedBy, reason, requestedAt, lapsesAt }: Cancellation) => ({
  requested_by: requestedBy,
  reason,
  requested_at: toRfc3339(requestedAt),
  lapses_at: toRfc3339(lapsesAt),
})
