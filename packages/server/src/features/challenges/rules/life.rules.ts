// The life of a challenge as plain data: what its status is, what was said, and which deadlines stand.
import type {
  ChallengeStatus,
  endpoints,
  InputOf,
  Outcome,
  Party,
  Position,
  Settlement,
} from '@challenge-service/contract'
import type { ChallengeId, GroupId, PersonId } from '../../../kernel/ids.ts'
import { DAY_MS } from '../../../kernel/instants.ts'

export interface Proposal {
  readonly by: Party
  readonly outcome: Position
  readonly proposedAt: number
  readonly confirmBy: number
  /** How the other party came to know of it; never shown. */
  readonly notice: ProposalNotice
}

/** Silence counts only for someone who was told. Each is written when it happens. */
export interface ProposalNotice {
  /** When they were told by mail, or wanted no mails at all; null while neither is so. */
  readonly toldAt: number | null
  readonly toldBy: 'mail' | 'stop' | null
  /** When they first used a link of this challenge, or a token of their own account, after it. */
  readonly usedAt: number | null
}

export const untold: ProposalNotice = { toldAt: null, toldBy: null, usedAt: null }

export interface Dispute {
  readonly openedBy: Party
  readonly reason: string
  readonly openedAt: number
  readonly decideBy: number
  /** Who said something last: the other one is to answer. */
  readonly lastBy: Party
}

export interface Cancellation {
  readonly requestedBy: Party
  readonly reason: string | null
  readonly requestedAt: number
  readonly lapsesAt: number
}

export interface Resolution {
  readonly outcome: Outcome
  readonly settledBy: Settlement
  readonly settledAt: number
}

/** How the tally of one party stands. */
export interface Count {
  readonly entries: number
  readonly pending: number
  readonly disputed: number
  readonly claimed: number
  readonly confirmed: number
}

/** Deadlines are stored when they begin, so that a changed setting moves none of them. */
export interface Life {
  readonly status: ChallengeStatus
  readonly dueAt: number
  /** When a due challenge that nobody settles expires. */
  readonly settleBy: number
  readonly acceptedAt: number | null
  readonly closedAt: number | null
  /** Who made or accepted it personally, not through the token of a group that acted in their name. */
  readonly byOwnHand: Readonly<Record<Party, boolean>>
  readonly positions: Readonly<Record<Party, Position | null>>
  /** How often each has replaced its position in a dispute. */
  readonly changes: Readonly<Record<Party, number>>
  readonly proposal: Proposal | null
  readonly dispute: Dispute | null
  readonly cancellation: Cancellation | null
  /** What was said when it was taken back or declined, while it was pending. */
  readonly closedReason: string | null
  readonly resolution: Resolution | null
  readonly support: Readonly<Record<Party, number>>
  /** Both parties were members of the group when the challenge was accepted. */
  readonly supportDecides: boolean
  readonly evidence: Readonly<Record<Party, number>>
  readonly tally: Readonly<Record<Party, Count>>
}

/** A challenge as the server knows it: who and what, and its life. */
export interface Challenge {
  readonly id: ChallengeId
  readonly groupId: GroupId | null
  readonly groupName: string | null
  /** Person ids: they never leave. */
  readonly creatorId: PersonId
  readonly opponentId: PersonId
  readonly creatorName: string
  /** Null until it may be shown: once they have accepted, or where both are members of the group. */
  readonly opponentName: string | null
  readonly claim: string
  readonly stake: string
  readonly dueDays: number
  readonly reference: string | null
  /** The opponent had blocked the creator: to them it is not there. */
  readonly isHidden: boolean
  readonly life: Life
  readonly version: number
  readonly createdAt: number
  readonly updatedAt: number
}

const nothingCounted: Count = { entries: 0, pending: 0, disputed: 0, claimed: 0, confirmed: 0 }

/** A challenge at its creation. */
export const newLife = (dueAt: number, settleMs: number, byOwnHand: boolean): Life => ({
  status: 'pending',
  dueAt,
  settleBy: dueAt + settleMs,
  acceptedAt: null,
  closedAt: null,
  byOwnHand: { creator: byOwnHand, opponent: false },
  positions: { creator: null, opponent: null },
  changes: { creator: 0, opponent: 0 },
  proposal: null,
  dispute: null,
  cancellation: null,
  closedReason: null,
  resolution: null,
  support: { creator: 0, opponent: 0 },
  supportDecides: false,
  evidence: { creator: 0, opponent: 0 },
  tally: { creator: nothingCounted, opponent: nothingCounted },
})

/** What a new challenge is made of, beside what its creator sent. */
export type Beginning = Pick<
  Challenge,
  | 'id'
  | 'groupId'
  | 'groupName'
  | 'creatorId'
  | 'opponentId'
  | 'creatorName'
  | 'opponentName'
  | 'isHidden'
  | 'createdAt'
> & { readonly byOwnHand: boolean; readonly settleMs: number }

export const newChallenge = (
  sent: InputOf<typeof endpoints.createChallenge>,
  beginning: Beginning,
): Challenge => ({
  id: beginning.id,
  groupId: beginning.groupId,
  groupName: beginning.groupName,
  creatorId: beginning.creatorId,
  opponentId: beginning.opponentId,
  creatorName: beginning.creatorName,
  opponentName: beginning.opponentName,
  claim: sent.claim,
  stake: sent.stake,
  dueDays: sent.due_days,
  reference: sent.reference ?? null,
  isHidden: beginning.isHidden,
  life: newLife(beginning.createdAt + sent.due_days * DAY_MS, beginning.settleMs, beginning.byOwnHand),
  version: 1,
  createdAt: beginning.createdAt,
  updatedAt: beginning.createdAt,
})

export const closedStatuses = ['resolved', 'cancelled', 'declined', 'expired'] as const

export const isClosed = ({ status }: Pick<Life, 'status'>): boolean =>
  (closedStatuses as readonly ChallengeStatus[]).includes(status)

/** How long the deadlines are that begin now. */
export interface Periods {
  readonly confirmMs: number
  readonly disputeMs: number
  readonly settleMs: number
}

/** What the operator decides of challenges. */
export interface ChallengeSettings extends Periods {
  /** Null: any stake. */
  readonly stakes: readonly string[] | null
}
