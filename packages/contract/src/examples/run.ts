// Ana's challenge at each stage of its life, as she or Ben sees it, and her evidence.
import type { Challenge, Evidence } from '../challenges/challenge.schema.ts'
import { makeChallenge } from './make-challenge.ts'
import { ids, times } from './story.ts'

const stage = (changes: Stage): Challenge =>
  makeChallenge({
    id: ids.run,
    claim: 'I run ten kilometres before Sunday.',
    stake: 'a coffee',
    due_days: 5,
    due_at: times.due,
    role: 'creator',
    reference: 'run-2026-46',
    creator: { first_name: 'Ana' },
    created_at: times.created,
    ...changes,
  })

type Stage = Pick<Challenge, 'status' | 'updated_at' | 'allowed_actions'> & Partial<Challenge>

const accepted = { opponent: { first_name: 'Ben' }, accepted_at: times.accepted } as const

const proposal = {
  by: 'creator',
  outcome: 'creator_won',
  proposed_at: times.proposed,
  confirm_by: times.confirmBy,
} as const

const dispute = {
  opened_by: 'opponent',
  reason: 'The track stops after nine kilometres.',
  opened_at: times.disputed,
  decide_by: times.decideBy,
} as const

const cancellation = {
  requested_by: 'creator',
  reason: 'I have a cold.',
  requested_at: times.cancelRequested,
  lapses_at: times.cancelLapses,
} as const

const stages = {
  pending: stage({ status: 'pending', allowed_actions: ['cancel'], updated_at: times.created }),
  declined: stage({
    status: 'declined',
    closed_reason: 'I am away until Monday.',
    closed_at: times.declined,
    allowed_actions: [],
    updated_at: times.declined,
  }),
  expired: stage({ status: 'expired', closed_at: times.due, allowed_actions: [], updated_at: times.due }),
  active: stage({
    ...accepted,
    status: 'active',
    allowed_actions: ['cancel', 'resolve', 'evidence', 'tally'],
    updated_at: times.accepted,
  }),
  cancelRequested: stage({
    ...accepted,
    status: 'active',
    cancellation,
    allowed_actions: ['resolve', 'evidence', 'tally'],
    updated_at: times.cancelRequested,
  }),
  cancelled: stage({
    ...accepted,
    status: 'cancelled',
    cancellation,
    closed_at: times.cancelAgreed,
    allowed_actions: [],
    updated_at: times.cancelAgreed,
  }),
  due: stage({
    ...accepted,
    status: 'due',
    allowed_actions: ['cancel', 'resolve', 'evidence', 'tally'],
    updated_at: times.due,
  }),
  withEvidence: stage({
    ...accepted,
    status: 'active',
    evidence_count: 1,
    allowed_actions: ['cancel', 'resolve', 'evidence', 'tally', 'tally_resolve'],
    updated_at: times.evidence,
  }),
  proposed: stage({
    ...accepted,
    status: 'proposed',
    positions: { creator: 'creator_won', opponent: null },
    proposal,
    evidence_count: 1,
    allowed_actions: ['resolve', 'evidence'],
    updated_at: times.proposed,
  }),
  lapsed: stage({
    ...accepted,
    status: 'due',
    evidence_count: 1,
    allowed_actions: ['cancel', 'resolve', 'evidence', 'tally'],
    updated_at: proposal.confirm_by,
  }),
  disputed: stage({
    ...accepted,
    status: 'disputed',
    positions: { creator: 'creator_won', opponent: null },
    proposal,
    dispute,
    evidence_count: 1,
    allowed_actions: ['resolve', 'evidence'],
    updated_at: times.disputed,
  }),
  resolved: stage({
    ...accepted,
    status: 'resolved',
    positions: { creator: 'creator_won', opponent: 'creator_won' },
    proposal,
    resolution: { outcome: 'creator_won', settled_by: 'concession', settled_at: times.conceded },
    dispute,
    evidence_count: 1,
    closed_at: times.conceded,
    allowed_actions: [],
    updated_at: times.conceded,
  }),
} as const

export const evidence: Evidence = {
  id: ids.evidence,
  by: 'creator',
  text: 'Ten kilometres on Saturday morning, in 58 minutes.',
  url: 'https://tracks.example.com/ana/2026-11-14',
  created_at: times.evidence,
}

/** As Ana sees it, who made it. */
export const run: { readonly [Name in keyof typeof stages]: Challenge } = stages

/** As Ben sees it: he is the opponent, and the reference is Ana's alone. */
export const seenByBen = (challenge: Challenge): Challenge => {
  const { reference: _, ...rest } = challenge
  return { ...rest, role: 'opponent' }
}
