// A challenge and its tally as the service should show them.
import { allowedActions } from './step.ts'
import {
  challengeAt,
  confirmBy,
  decideBy,
  lapsesAt,
  liveRequest,
  sideOf,
  type Challenge,
  type Who,
  type World,
} from './world.ts'

export const sumsOf = (entries: Challenge['entries']) => {
  const sum = (by: string, counts: (status: string) => boolean): number =>
    entries
      .filter((entry) => entry.by === by && counts(entry.status))
      .reduce((all, { amount }) => all + amount, 0)
  const of = (by: string) => ({
    claimed: sum(by, (status) => status !== 'withdrawn'),
    confirmed: sum(by, (status) => status === 'confirmed'),
  })
  const count = (wanted: string): number => entries.filter(({ status }) => status === wanted).length
  return {
    creator: of('creator'),
    opponent: of('opponent'),
    pending: count('pending'),
    disputed: count('disputed'),
  }
}

const instant = (at: number): string => new Date(at).toISOString()
const instantOrNull = (at: number | null): string | null => (at === null ? null : instant(at))

/** As it was written, though with no action that would be refused. */
export const viewOf = (world: World, index: number, who: Who): object => {
  const challenge = challengeAt(world, index)
  const { status, positions, proposal, resolution, dispute, evidence } = challenge
  const request = liveRequest(challenge, world.now)
  return {
    status,
    role: sideOf(challenge, who),
    positions,
    proposal: proposal && {
      by: proposal.by,
      outcome: proposal.outcome,
      proposed_at: instant(proposal.at),
      confirm_by: instant(confirmBy(proposal.at)),
    },
    resolution: resolution && {
      outcome: resolution.outcome,
      settled_by: resolution.settledBy,
      settled_at: instant(resolution.at),
    },
    dispute: dispute && {
      opened_by: dispute.by,
      reason: dispute.reason,
      opened_at: instant(dispute.at),
      decide_by: instant(decideBy(dispute.at)),
    },
    cancellation: request && {
      requested_by: request.by,
      reason: request.reason,
      requested_at: instant(request.at),
      lapses_at: instant(lapsesAt(request.at)),
    },
    closed_reason: challenge.closedReason,
    evidence_count: evidence.creator + evidence.opponent,
    support: { creator: 0, opponent: 0, mine: null },
    allowed_actions: allowedActions(world, index, who),
    due_at: instant(challenge.dueAt),
    accepted_at: instantOrNull(challenge.acceptedAt),
    closed_at: instantOrNull(challenge.closedAt),
  }
}
