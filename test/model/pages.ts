// The page of a challenge, on the site and behind the links of its mails, as the specification has it: what is possible
// there for whom, and the move that each answer is.
import type { Move } from './commands.ts'
import { otherSide, sideOf, type Challenge, type Position, type Side, type Who } from './world.ts'

export const choices = ['accept', 'decline', 'agree', 'concede', 'draw', 'win', 'dispute', 'cancel'] as const
export type Choice = (typeof choices)[number]

/** By the link of a mail, by one that release 0.1 wrote, or signed in. */
export const pageWays = ['link', 'earlier_link', 'site'] as const
export type PageWay = (typeof pageWays)[number]

export interface PageCommand {
  readonly do: 'page'
  readonly by: Who
  readonly on: number
  readonly way: PageWay
  /** One of the buttons that the page has, or any choice at all. */
  readonly isOffered: boolean
  /** The number of the choice. */
  readonly pick: number
}

export interface PageAnswer {
  readonly side: Side
  readonly choice: Choice
}

/** What is chosen on the page as it stands now. */
export const answerOf = (current: Challenge, { by, isOffered, pick }: PageCommand): PageAnswer => {
  const side = sideOf(current, by)
  const buttons = isOffered ? offered(current, side) : []
  return { side, choice: [...buttons, ...choices][pick % (buttons.length || choices.length)] ?? 'accept' }
}

/** What the page lets this side choose. */
export const offered = (challenge: Challenge, side: Side): readonly Choice[] => {
  const { status, proposal, positions, cancellation } = challenge
  if (status === 'pending') return side === 'opponent' ? ['accept', 'decline'] : ['cancel']
  if (status === 'active' || status === 'due') {
    return cancellation?.by === side ? ['win', 'draw', 'concede'] : ['win', 'draw', 'concede', 'cancel']
  }
  if (status === 'proposed') {
    if (proposal?.by === side) return ['concede']
    return proposal?.outcome === 'draw' ? ['agree', 'concede', 'dispute'] : ['agree', 'dispute']
  }
  if (status !== 'disputed') return []
  const mayChange = positions[side] === null || challenge.changes[side] < 10
  const mayWin = positions[side] !== `${side}_won` && mayChange
  return [
    ...(mayCallDraw(challenge, side) ? (['draw'] as const) : []),
    ...(mayWin ? (['win'] as const) : []),
    'concede',
  ]
}

/** Where both would say so it is an agreement, and nobody has changed their position too often for that. */
const mayCallDraw = ({ positions, changes }: Challenge, side: Side): boolean => {
  if (positions[side] === 'draw') return false
  return positions[side] === null || positions[otherSide(side)] === 'draw' || changes[side] < 10
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
  if (choice === 'cancel') return challenge.status === 'cancelled' || challenge.cancellation?.by === side
  if (choice === 'dispute') return challenge.dispute?.by === side
  return challenge.positions[side] === positionOf(challenge, side, choice)
}

/** What is typed as a reason on a page, wherever it takes one. */
export const PAGE_REASON = 'not so'

export const moveOf = (challenge: Challenge, { side, choice }: PageAnswer, { by, on }: PageCommand): Move => {
  const outcome = positionOf(challenge, side, choice)
  if (outcome !== undefined) return { do: 'resolve', by, on, outcome }
  if (choice === 'accept') return { do: 'accept', by, on }
  return choice === 'dispute'
    ? { do: 'dispute', by, on, reason: PAGE_REASON }
    : { do: 'cancel', by, on, reason: PAGE_REASON }
}
