// Which answer to the other party a call is, from what it would make of the challenge.
import type { Challenge, ConfirmedCall } from '@challenge-service/contract'
import type { Choice } from '../../../kernel/choices.ts'

/** Calls that are confirmed and are no answer have questions of their own. */
type AnsweringName = Exclude<
  ConfirmedCall['name'],
  'createChallenge' | 'voteDailyQuestion' | 'reviewTally' | 'disputeTally'
>

export const choiceOf: Readonly<Record<AnsweringName, (before: Challenge, after: Challenge) => Choice>> = {
  acceptChallenge: () => 'accept',
  disputeChallenge: () => 'dispute',
  cancelChallenge: (_, after) => (after.status === 'declined' ? 'decline' : 'cancel'),
  resolveChallenge: (before, { resolution, positions, role }) => {
    if (resolution && resolution.outcome !== 'draw') return 'concede'
    if (resolution && before.status === 'proposed') return 'agree'
    return role !== 'observer' && positions[role] === 'draw' ? 'draw' : 'win'
  },
}
