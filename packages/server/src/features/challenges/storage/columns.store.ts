// The columns of a challenge, each once: its name follows from the path of the member that it holds.
import { declareColumns, type Column } from '../../../store/statements/columns.ts'
import { challenges } from '../../../store/schema/challenges.ts'
import type { Challenge } from '../rules/life.rules.ts'

/** What follows from a challenge and is kept beside it, so that it is found and shown without more. */
interface Derived {
  readonly nextMoveAt: number | null
  readonly snapshot: string
  readonly snapshotVersion: number
}

/** A challenge as it is stored: the name of its group is joined to it. */
export interface StoredChallenge extends Omit<Challenge, 'groupName'>, Derived {}

export type ChallengeRow = Parameters<typeof challengeColumns.read>[0]

/** Given when it is made, and the same ever after. */
const fixed = { initially: 'given', isFixed: true } as const satisfies Column
/** Given when it is made, and changing. */
const given = { initially: 'given' } as const satisfies Column
const count = { initially: '0' } as const satisfies Column
/** Empty until something happens. */
const later = { initially: 'null' } as const satisfies Column
/** The same, and the part that it is the first of is there only when it is. */
const part = { initially: 'null', tellsPart: true } as const satisfies Column
const derived = { initially: 'given', isDerived: true } as const satisfies Column

export const challengeColumns = declareColumns(challenges)<StoredChallenge, keyof Derived, 'life'>(
  {
    id: fixed,
    groupId: fixed,
    creatorId: fixed,
    opponentId: fixed,
    creatorName: given,
    opponentName: given,
    claim: given,
    stake: given,
    dueDays: fixed,
    reference: given,
    isHidden: { ...fixed, isFlag: true },
    version: given,
    createdAt: fixed,
    updatedAt: given,
    'life.status': given,
    'life.dueAt': given,
    'life.settleBy': given,
    'life.acceptedAt': later,
    'life.closedAt': later,
    'life.byOwnHand.creator': { ...given, isFlag: true },
    'life.byOwnHand.opponent': { ...count, isFlag: true },
    'life.positions.creator': later,
    'life.positions.opponent': later,
    'life.changes.creator': count,
    'life.changes.opponent': count,
    'life.proposal.by': part,
    'life.proposal.outcome': later,
    'life.proposal.proposedAt': later,
    'life.proposal.confirmBy': later,
    'life.proposal.notice.toldAt': later,
    'life.proposal.notice.toldBy': later,
    'life.proposal.notice.usedAt': later,
    'life.dispute.openedBy': part,
    'life.dispute.reason': later,
    'life.dispute.openedAt': later,
    'life.dispute.decideBy': later,
    'life.dispute.lastBy': later,
    'life.cancellation.requestedBy': part,
    'life.cancellation.reason': later,
    'life.cancellation.requestedAt': later,
    'life.cancellation.lapsesAt': later,
    'life.closedReason': later,
    'life.resolution.outcome': part,
    'life.resolution.settledBy': later,
    'life.resolution.settledAt': later,
    'life.support.creator': count,
    'life.support.opponent': count,
    'life.supportDecides': { ...count, isFlag: true },
    'life.evidence.creator': count,
    'life.evidence.opponent': count,
    'life.tally.creator.entries': count,
    'life.tally.creator.pending': count,
    'life.tally.creator.disputed': count,
    'life.tally.creator.claimed': count,
    'life.tally.creator.confirmed': count,
    'life.tally.opponent.entries': count,
    'life.tally.opponent.pending': count,
    'life.tally.opponent.disputed': count,
    'life.tally.opponent.claimed': count,
    'life.tally.opponent.confirmed': count,
    nextMoveAt: derived,
    snapshot: derived,
    snapshotVersion: derived,
  },
  'life',
)
