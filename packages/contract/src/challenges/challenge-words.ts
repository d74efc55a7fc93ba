// The words of a challenge: statuses, parties, roles, outcomes and actions.

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
