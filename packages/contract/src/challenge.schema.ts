// The challenge as its readers see it. Of another person only the first name is ever in it.
import { Type, type Static } from 'typebox'
import { count, id, instant, nullable, oneOf } from './schema.ts'

export const challengeStatuses = [
  'pending',
  'active',
  'due',
  'proposed',
  'disputed',
  'resolved',
  'cancelled',
  'declined',
  'expired',
] as const
export type ChallengeStatus = (typeof challengeStatuses)[number]

export const parties = ['creator', 'opponent'] as const
export type Party = (typeof parties)[number]

export const roles = [...parties, 'observer'] as const
export type Role = (typeof roles)[number]

/** What a party can state. */
export const positions = ['creator_won', 'opponent_won', 'draw'] as const
export type Position = (typeof positions)[number]

/** `void` comes from the clock alone. */
export const outcomes = [...positions, 'void'] as const
export type Outcome = (typeof outcomes)[number]

export const settlements = ['concession', 'agreement', 'silence', 'support'] as const
export type Settlement = (typeof settlements)[number]

export const actions = [
  'accept',
  'cancel',
  'resolve',
  'dispute',
  'evidence',
  'support',
  'tally',
  'tally_review',
  'tally_dispute',
  'tally_resolve',
] as const
export type Action = (typeof actions)[number]

export const Actions = Type.Array(oneOf(actions))

const Proposal = Type.Object({
  by: oneOf(parties),
  outcome: oneOf(positions),
  proposed_at: instant(),
  confirm_by: instant(),
})

const Resolution = Type.Object({
  outcome: oneOf(outcomes),
  settled_by: oneOf(settlements),
  settled_at: instant(),
})

const Dispute = Type.Object({
  opened_by: oneOf(parties),
  reason: Type.String(),
  opened_at: instant(),
  decide_by: instant(),
})

const Cancellation = Type.Object({
  requested_by: oneOf(parties),
  reason: nullable(Type.String()),
  requested_at: instant(),
  lapses_at: instant(),
})

const members = {
  id: id('challenge'),
  claim: Type.String(),
  stake: Type.String(),
  due_days: Type.Integer(),
  due_at: instant(),
  status: oneOf(challengeStatuses),
  role: oneOf(roles),
  /** For the creator alone, where one was given. */
  reference: Type.Optional(Type.String()),
  creator: Type.Object({ first_name: Type.String() }),
  opponent: Type.Object({ first_name: nullable(Type.String()) }),
  group_id: nullable(id('group')),
  group_name: nullable(Type.String()),
  positions: Type.Object({ creator: nullable(oneOf(positions)), opponent: nullable(oneOf(positions)) }),
  proposal: nullable(Proposal),
  resolution: nullable(Resolution),
  dispute: nullable(Dispute),
  cancellation: nullable(Cancellation),
  support: Type.Object({ creator: count(), opponent: count(), mine: nullable(oneOf(parties)) }),
  evidence_count: count(),
  allowed_actions: Actions,
  created_at: instant(),
  accepted_at: nullable(instant()),
  closed_at: nullable(instant()),
  updated_at: instant(),
}

export const Challenge = Type.Object(members)
export type Challenge = Static<typeof Challenge>

/** As a feed holds it: a group's feed is nobody's own, so there are no actions in it. */
export const FeedChallenge = Type.Object({ ...members, allowed_actions: nullable(Actions) })
export type FeedChallenge = Static<typeof FeedChallenge>

export const Evidence = Type.Object({
  id: id('evidence'),
  by: oneOf(parties),
  text: nullable(Type.String()),
  url: nullable(Type.String()),
  created_at: instant(),
})
export type Evidence = Static<typeof Evidence>

export const ChallengeWithEvidence = Type.Object({ ...members, evidence: Type.Array(Evidence) })
export type ChallengeWithEvidence = Static<typeof ChallengeWithEvidence>
