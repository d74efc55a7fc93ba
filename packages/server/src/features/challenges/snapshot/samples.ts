// Challenges from which the version of snapshots follows: in every status one of which nothing more is known, and one for
// each party that did all there is to do. They need not be possible.
import {
  challengeStatuses,
  parties,
  type ChallengeStatus,
  type Party,
} from '@challenge-service/contract/plain'
import { derivedId } from '../../../kernel/ids.ts'
import { newChallenge, untold, type Challenge, type Life } from '../rules/life.rules.ts'

const AT = Date.UTC(2026, 0, 1)

const bare: Challenge = newChallenge(
  { claim: 'claim', stake: 'stake', due_days: 1 },
  {
    id: derivedId('challenge', AT, 'sample'),
    groupId: null,
    groupName: null,
    creatorId: derivedId('person', AT, 'creator'),
    opponentId: derivedId('person', AT, 'opponent'),
    creatorName: 'creator',
    opponentName: null,
    isHidden: false,
    createdAt: AT,
    byOwnHand: true,
    settleMs: 1,
  },
)

const full: Challenge = {
  ...bare,
  groupId: derivedId('group', AT, 'sample'),
  groupName: 'group',
  opponentName: 'opponent',
  reference: 'reference',
}

/** Written out, so that it does not compile without what is new in a life. */
const fullLife = (status: ChallengeStatus, by: Party): Life => ({
  status,
  dueAt: AT + 1,
  settleBy: AT + 2,
  acceptedAt: AT + 3,
  closedAt: AT + 4,
  byOwnHand: { creator: true, opponent: true },
  positions: { creator: 'creator_won', opponent: 'opponent_won' },
  changes: { creator: 1, opponent: 1 },
  proposal: { by, outcome: 'draw', proposedAt: AT + 5, confirmBy: AT + 6, notice: untold },
  dispute: { openedBy: by, reason: 'dispute', openedAt: AT + 7, decideBy: AT + 8, lastBy: by },
  cancellation: { requestedBy: by, reason: 'cancellation', requestedAt: AT + 9, lapsesAt: AT + 10 },
  closedReason: 'closed',
  resolution: { outcome: 'void', settledBy: 'support', settledAt: AT + 11 },
  support: { creator: 1, opponent: 2 },
  supportDecides: true,
  evidence: { creator: 1, opponent: 2 },
  tally: { ...bare.life.tally, [by]: { entries: 5, pending: 1, disputed: 1, claimed: 4, confirmed: 3 } },
})

export const samples: readonly Challenge[] = challengeStatuses.flatMap((status) => [
  { ...bare, life: { ...bare.life, status } },
  ...parties.map((by) => ({ ...full, life: fullLife(status, by) })),
])
