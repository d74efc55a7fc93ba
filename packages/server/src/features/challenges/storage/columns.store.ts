// The turn between a row of `challenges` and a challenge. The columns of a life are listed once, here.
import type { ChallengeStatus, Outcome, Party, Position, Settlement } from '@challenge-service/contract'
import type { Param } from '../../../store/statement.ts'
import { newLife, type Challenge, type Count, type Face, type Life } from '../rules/life.rules.ts'
import { nextMoveAt } from '../rules/clock.rules.ts'

/** Each column of a life, and where it comes from. */
const lifeColumns = {
  status: ({ status }) => status,
  due_at: ({ dueAt }) => dueAt,
  settle_by: ({ settleBy }) => settleBy,
  accepted_at: ({ acceptedAt }) => acceptedAt,
  closed_at: ({ closedAt }) => closedAt,
  creator_own_hand: ({ byOwnHand }) => (byOwnHand.creator ? 1 : 0),
  opponent_own_hand: ({ byOwnHand }) => (byOwnHand.opponent ? 1 : 0),
  creator_position: ({ positions }) => positions.creator,
  opponent_position: ({ positions }) => positions.opponent,
  creator_changes: ({ changes }) => changes.creator,
  opponent_changes: ({ changes }) => changes.opponent,
  proposal_by: ({ proposal }) => proposal?.by,
  proposal_outcome: ({ proposal }) => proposal?.outcome,
  proposed_at: ({ proposal }) => proposal?.proposedAt,
  confirm_by: ({ proposal }) => proposal?.confirmBy,
  told_at: ({ proposal }) => proposal?.notice.toldAt,
  told_by: ({ proposal }) => proposal?.notice.toldBy,
  used_at: ({ proposal }) => proposal?.notice.usedAt,
  dispute_by: ({ dispute }) => dispute?.openedBy,
  dispute_reason: ({ dispute }) => dispute?.reason,
  disputed_at: ({ dispute }) => dispute?.openedAt,
  decide_by: ({ dispute }) => dispute?.decideBy,
  dispute_last_by: ({ dispute }) => dispute?.lastBy,
  cancel_by: ({ cancellation }) => cancellation?.requestedBy,
  cancel_reason: ({ cancellation }) => cancellation?.reason,
  cancel_requested_at: ({ cancellation }) => cancellation?.requestedAt,
  cancel_lapses_at: ({ cancellation }) => cancellation?.lapsesAt,
  outcome: ({ resolution }) => resolution?.outcome,
  settled_by: ({ resolution }) => resolution?.settledBy,
  settled_at: ({ resolution }) => resolution?.settledAt,
  support_decides: ({ supportDecides }) => (supportDecides ? 1 : 0),
  creator_support: ({ support }) => support.creator,
  opponent_support: ({ support }) => support.opponent,
  creator_evidence: ({ evidence }) => evidence.creator,
  opponent_evidence: ({ evidence }) => evidence.opponent,
  creator_entries: ({ tally }) => tally.creator.entries,
  creator_pending: ({ tally }) => tally.creator.pending,
  creator_disputed: ({ tally }) => tally.creator.disputed,
  creator_claimed: ({ tally }) => tally.creator.claimed,
  creator_confirmed: ({ tally }) => tally.creator.confirmed,
  opponent_entries: ({ tally }) => tally.opponent.entries,
  opponent_pending: ({ tally }) => tally.opponent.pending,
  opponent_disputed: ({ tally }) => tally.opponent.disputed,
  opponent_claimed: ({ tally }) => tally.opponent.claimed,
  opponent_confirmed: ({ tally }) => tally.opponent.confirmed,
  next_move_at: (life) => nextMoveAt(life),
} as const satisfies Record<string, (life: Life) => Param | undefined>

const lifeColumnNames = Object.keys(lifeColumns)
const lifeColumnSources = Object.values(lifeColumns)

/** What changes with a life: its columns, and the face that is drawn of them. */
export const changingColumnNames = [...lifeColumnNames, 'face', 'allowed']

export const changingParams = (life: Life, { text, allowed }: Face): Param[] => [
  ...lifeColumnSources.map((column) => column(life) ?? null),
  text,
  allowed,
]

/** What a life begins with, whenever it is due: most of its columns. They stand in the text of the insert. */
const beginnings = lifeColumnSources.map((column) => {
  const [first, second] = [newLife(1, 1, false), newLife(3, 4, true)].map((life) => column(life) ?? null)
  return first === second ? { literal: typeof first === 'string' ? `'${first}'` : String(first) } : { column }
})

/** The value of each changing column of a new challenge, with `$n` for the parameters from `from` on. */
export const newValues = (from: number): readonly string[] => {
  let place = from
  const next = (): string => `$${place++}`
  return [...beginnings.map(({ literal }) => literal ?? next()), next(), next()]
}

const newColumns = beginnings.map(({ column }) => column).filter((column) => column !== undefined)

export const newParams = (life: Life, { text, allowed }: Face): Param[] => [
  ...newColumns.map((column) => column(life) ?? null),
  text,
  allowed,
]

type CountOf<P extends Party> = Readonly<Record<`${P}_${keyof Count}`, number>>

export interface ChallengeRow extends CountOf<'creator'>, CountOf<'opponent'> {
  readonly id: string
  readonly group_id: string | null
  readonly group_name: string | null
  readonly creator_id: string
  readonly opponent_id: string
  readonly creator_name: string
  readonly opponent_name: string | null
  readonly claim: string
  readonly stake: string
  readonly due_days: number
  readonly reference: string | null
  readonly is_hidden: number
  readonly version: number
  readonly created_at: number
  readonly updated_at: number
  readonly status: ChallengeStatus
  readonly due_at: number
  readonly settle_by: number
  readonly accepted_at: number | null
  readonly closed_at: number | null
  readonly creator_own_hand: number
  readonly opponent_own_hand: number
  readonly creator_position: Position | null
  readonly opponent_position: Position | null
  readonly creator_changes: number
  readonly opponent_changes: number
  readonly proposal_by: Party | null
  readonly proposal_outcome: Position | null
  readonly proposed_at: number | null
  readonly confirm_by: number | null
  readonly told_at: number | null
  readonly told_by: 'mail' | 'stop' | null
  readonly used_at: number | null
  readonly dispute_by: Party | null
  readonly dispute_reason: string | null
  readonly disputed_at: number | null
  readonly decide_by: number | null
  readonly dispute_last_by: Party | null
  readonly cancel_by: Party | null
  readonly cancel_reason: string | null
  readonly cancel_requested_at: number | null
  readonly cancel_lapses_at: number | null
  readonly outcome: Outcome | null
  readonly settled_by: Settlement | null
  readonly settled_at: number | null
  readonly support_decides: number
  readonly creator_support: number
  readonly opponent_support: number
  readonly creator_evidence: number
  readonly opponent_evidence: number
}

export const challengeColumns = [
  'c.id',
  'c.group_id',
  'g.name as group_name',
  ...[
    'creator_id',
    'opponent_id',
    'creator_name',
    'opponent_name',
    'claim',
    'stake',
    'due_days',
    'reference',
    'is_hidden',
  ].map((name) => `c.${name}`),
  'c.version',
  'c.created_at',
  'c.updated_at',
  ...lifeColumnNames.filter((name) => name !== 'next_move_at').map((name) => `c.${name}`),
].join(', ')

export const toChallenge = (row: ChallengeRow): Challenge => ({
  id: row.id,
  groupId: row.group_id,
  groupName: row.group_name,
  creatorId: row.creator_id,
  opponentId: row.opponent_id,
  creatorName: row.creator_name,
  opponentName: row.opponent_name,
  claim: row.claim,
  stake: row.stake,
  dueDays: row.due_days,
  reference: row.reference,
  isHidden: row.is_hidden === 1,
  version: row.version,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
  life: toLife(row),
})

const toLife = (row: ChallengeRow): Life => ({
  status: row.status,
  dueAt: row.due_at,
  settleBy: row.settle_by,
  acceptedAt: row.accepted_at,
  closedAt: row.closed_at,
  byOwnHand: { creator: row.creator_own_hand === 1, opponent: row.opponent_own_hand === 1 },
  positions: { creator: row.creator_position, opponent: row.opponent_position },
  changes: { creator: row.creator_changes, opponent: row.opponent_changes },
  proposal: toProposal(row),
  dispute: toDispute(row),
  cancellation: toCancellation(row),
  resolution: toResolution(row),
  support: { creator: row.creator_support, opponent: row.opponent_support },
  supportDecides: row.support_decides === 1,
  evidence: { creator: row.creator_evidence, opponent: row.opponent_evidence },
  tally: {
    creator: {
      entries: row.creator_entries,
      pending: row.creator_pending,
      disputed: row.creator_disputed,
      claimed: row.creator_claimed,
      confirmed: row.creator_confirmed,
    },
    opponent: {
      entries: row.opponent_entries,
      pending: row.opponent_pending,
      disputed: row.opponent_disputed,
      claimed: row.opponent_claimed,
      confirmed: row.opponent_confirmed,
    },
  },
})

// The parts of a life come and go whole: where the first column is set, all of them are.
const toProposal = (row: ChallengeRow): Life['proposal'] =>
  row.proposal_by && row.proposal_outcome && row.proposed_at !== null && row.confirm_by !== null
    ? {
        by: row.proposal_by,
        outcome: row.proposal_outcome,
        proposedAt: row.proposed_at,
        confirmBy: row.confirm_by,
        notice: { toldAt: row.told_at, toldBy: row.told_by, usedAt: row.used_at },
      }
    : null

const toDispute = (row: ChallengeRow): Life['dispute'] =>
  row.dispute_by && row.dispute_reason !== null && row.disputed_at !== null && row.decide_by !== null
    ? {
        openedBy: row.dispute_by,
        reason: row.dispute_reason,
        openedAt: row.disputed_at,
        decideBy: row.decide_by,
        lastBy: row.dispute_last_by ?? row.dispute_by,
      }
    : null

const toCancellation = (row: ChallengeRow): Life['cancellation'] =>
  row.cancel_by && row.cancel_requested_at !== null && row.cancel_lapses_at !== null
    ? {
        requestedBy: row.cancel_by,
        reason: row.cancel_reason,
        requestedAt: row.cancel_requested_at,
        lapsesAt: row.cancel_lapses_at,
      }
    : null

const toResolution = (row: ChallengeRow): Life['resolution'] =>
  row.outcome && row.settled_by && row.settled_at !== null
    ? { outcome: row.outcome, settledBy: row.settled_by, settledAt: row.settled_at }
    : null
