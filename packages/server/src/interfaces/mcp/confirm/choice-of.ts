// Which answer to the other party a call is, from what it would make of the challenge.
import { endpoints, type Challenge, type Endpoint } from '@challenge-service/contract'
import type { Choice } from '../../../kernel/choices.ts'

/** Undefined for a call that is none. */
export const findChoice = (endpoint: Endpoint, before: Challenge, after: Challenge): Choice | undefined => {
  switch (endpoint) {
    case endpoints.acceptChallenge:
      return 'accept'
    case endpoints.disputeChallenge:
      return 'dispute'
    case endpoints.cancelChallenge:
      return after.status === 'declined' ? 'decline' : 'cancel'
    case endpoints.resolveChallenge:
      return statedChoice(before, after)
    default:
      return undefined
  }
}

const statedChoice = (before: Challenge, { resolution, positions, role }: Challenge): Choice => {
  if (resolution && resolution.outcome !== 'draw') return 'concede'
  if (resolution && before.status === 'proposed') return 'agree'
  return role !== 'observer' && positions[role] === 'draw' ? 'draw' : 'win'
}
