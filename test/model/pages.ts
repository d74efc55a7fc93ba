// The pages behind the links of mails, as the specification has them: what is asked there of whom and until
// when, and the move that each answer is.
import type { Move } from './commands.ts'
import {
  confirmBy,
  decideBy,
  lapsesAt,
  otherSide,
  settleBy,
  sideOf,
  type Challenge,
  type Position,
  type Side,
  type Who,
} from './world.ts'

export const stages = ['invited', 'settle', 'proposed', 'disputed', 'cancel'] as const
export type Stage = (typeof stages)[number]

export const choices = ['accept', 'decline', 'agree', 'concede', 'draw', 'win', 'dispute', 'cancel'] as const
export type Choice = (typeof choices)[number]

export interface PageCommand {
  readonly do: 'page'
  readonly by: Who
  readonly on: number
  /** The link that is opened; null for the one of today, and then one of the buttons that its page has. */
  readonly stage: Stage | null
  /** The number of the choice. */
  readonly pick: number
}

export interface PageAnswer {
  readonly side: Side
  readonly stage: Stage
  /** When the link lapses. */
  readonly until: number
  readonly choice: Choice
}

/** Which link is opened and what is chosen there. Where they never got one of the stage, it is the oldest. */
export const answerOf = (written: Challenge, current: Challenge, command: PageCommand): PageAnswer => {
  const { by, stage: wanted, pick } = command
  const side = sideOf(written, by)
  const named = wanted ?? stageOf(written)
  const until = linkEnds(written, named)
  const stage = until === undefined ? 'invited' : named
  const buttons = wanted === null ? offered(current, stage, side) : []
  const choice = [...buttons, ...choices][pick % (buttons.length || choices.length)] ?? 'accept'
  return { side, stage, until: until ?? written.dueAt, choice }
}

const stageOf = ({ status, cancellation }: Challenge): Stage => {
  if (status === 'proposed' || status === 'disputed') return status
  if (cancellation) return 'cancel'
  return status === 'active' || status === 'due' ? 'settle' : 'invited'
}

const linkEnds = (challenge: Challenge, stage: Stage): number | undefined => {
  const { status, dueAt, acceptedAt, proposal, dispute, cancellation } = challenge
  switch (stage) {
    case 'invited':
      return dueAt
    case 'settle':
      // A day before it is due they are reminded, when it is due they are asked.
      if (acceptedAt === null) return undefined
      return status === 'active' ? dueAt : settleBy(dueAt)
    case 'proposed':
      return proposal ? confirmBy(proposal.at) : undefined
    case 'disputed':
      return dispute ? decideBy(dispute.at) : undefined
    case 'cancel':
      return cancellation ? lapsesAt(cancellation.at) : undefined
  }
}

/** What the page lets this side choose. */
export const offered = (challenge: Challenge, stage: Stage, side: Side): readonly Choice[] => {
  const { status, proposal, positions, cancellation } = challenge
  if (stage === 'invited') return status === 'pending' && side === 'opponent' ? ['accept', 'decline'] : []
  if (stage === 'settle') return status === 'active' || status === 'due' ? ['win', 'draw', 'concede'] : []
  if (stage === 'cancel') return cancellation && cancellation.by !== side ? ['cancel'] : []
  if (status !== stage) return []
  if (stage === 'disputed') return positions[side] === 'draw' ? ['concede'] : ['draw', 'concede']
  if (proposal?.by === side) return []
  return proposal?.outcome === 'draw' ? ['agree', 'concede', 'dispute'] : ['agree', 'dispute']
}

const positionOf = ({ proposal }: Challenge, side: Side, choice: Choice): Position | undefined => {
  const granted = `${otherSide(side)}_won` as const
  if (choice === 'draw') return 'draw'
  if (choice === 'win') return `${side}_won`
  if (choice === 'concede') return granted
  return choice === 'agree' ? (proposal?.outcome ?? granted) : undefined
}

/** Whether they have given this very answer: by now it is no mistake to send it again. */
export const isGiven = (challenge: Challenge, side: Side, choice: Choice): boolean => {
  if (choice === 'accept') return side === 'opponent' && challenge.acceptedAt !== null
  if (choice === 'decline') return side === 'opponent' && challenge.status === 'declined'
  if (choice === 'cancel') return challenge.status === 'cancelled'
  if (choice === 'dispute') return challenge.dispute?.by === side
  return challenge.positions[side] === positionOf(challenge, side, choice)
}

/** What a dispute's reason is on a page. */
export const PAGE_REASON = 'not so'

export const moveOf = (challenge: Challenge, { side, choice }: PageAnswer, { by, on }: PageCommand): Move => {
  const outcome = positionOf(challenge, side, choice)
  if (outcome !== undefined) return { do: 'resolve', by, on, outcome }
  if (choice === 'accept') return { do: 'accept', by, on }
  return choice === 'dispute'
    ? { do: 'dispute', by, on, reason: PAGE_REASON }
    : { do: 'cancel', by, on, reason: null }
}
