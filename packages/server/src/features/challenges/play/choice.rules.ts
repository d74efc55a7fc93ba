// What a party can answer on the page of a challenge: whatever is possible now, and the move that each choice is.
// Whether the move is allowed is decided by the same rules as a call.
import type { Party, Position } from '@challenge-service/contract'
import type { Choice } from '../../../kernel/choices.ts'
import type { Move } from '../rules/challenge.rules.ts'
import { mayChangePosition } from '../rules/action.rules.ts'
import type { Life } from '../rules/life.rules.ts'
import { otherParty } from '../rules/party.rules.ts'

/** What most people want comes first. `life` must be caught up with the clock. */
export const listChoices = (life: Life, party: Party): readonly Choice[] => {
  switch (life.status) {
    case 'pending':
      return party === 'opponent' ? ['accept', 'decline'] : ['cancel']
    case 'active':
    case 'due':
      return runningChoices(life, party)
    case 'proposed':
      return proposedChoices(life, party)
    case 'disputed':
      return disputedChoices(life, party)
    default:
      return []
  }
}

/** What is accepted beyond what is offered: giving way agrees, even from an older page on which it was no agreement. */
export const isPossible = (choice: Choice, life: Life, party: Party): boolean =>
  listChoices(life, party).includes(choice) || (choice === 'concede' && life.status === 'proposed')

/** Whether something waits for this party to answer, rather than merely being possible. */
export const isTheirTurn = (life: Life, party: Party): boolean => {
  switch (life.status) {
    case 'pending':
      return party === 'opponent'
    case 'active':
      return mayAgreeToCancel(life, party)
    case 'due':
    case 'disputed':
      return true
    case 'proposed':
      return life.proposal?.by !== party
    default:
      return false
  }
}

const mayAgreeToCancel = ({ cancellation }: Life, party: Party): boolean =>
  cancellation !== null && cancellation.requestedBy !== party

const runningChoices = (life: Life, party: Party): readonly Choice[] => {
  const outcomes = ['win', 'draw', 'concede'] as const
  if (mayAgreeToCancel(life, party)) return ['cancel', ...outcomes]
  return life.cancellation === null ? [...outcomes, 'cancel'] : outcomes
}

const proposedChoices = ({ proposal }: Life, party: Party): readonly Choice[] => {
  if (proposal?.by === party) return ['concede']
  // To agree that the other won is to concede.
  return proposal?.outcome === 'draw' ? ['agree', 'concede', 'dispute'] : ['agree', 'dispute']
}

/** What settles it is always possible; a position is replaced only so often. */
const disputedChoices = (life: Life, party: Party): readonly Choice[] => {
  const own = life.positions[party]
  const mayChange = mayChangePosition(life, party)
  const maySettleAsDraw = life.positions[otherParty(party)] === 'draw'
  return [
    ...(own !== 'draw' && (mayChange || maySettleAsDraw) ? (['draw'] as const) : []),
    ...(own !== `${party}_won` && mayChange ? (['win'] as const) : []),
    'concede',
  ]
}

type ReplyMove = Exclude<Move, { action: 'evidence' | 'support' | 'accept' }>

/** The move of a choice; accepting needs to know more, and is the service's. `reason` is empty where none was given. */
export const toMove = (
  choice: Exclude<Choice, 'accept'>,
  life: Life,
  party: Party,
  reason: string,
): ReplyMove => {
  switch (choice) {
    case 'decline':
    case 'cancel':
      return { action: 'cancel', reason: reason === '' ? null : reason }
    case 'dispute':
      return { action: 'dispute', reason }
    case 'agree':
    case 'concede':
    case 'draw':
    case 'win':
      return { action: 'resolve', outcome: toOutcome(choice, life, party) }
  }
}

const toOutcome = (choice: 'agree' | 'concede' | 'draw' | 'win', life: Life, party: Party): Position => {
  if (choice === 'draw') return 'draw'
  if (choice === 'agree') return life.proposal?.outcome ?? `${otherParty(party)}_won`
  return choice === 'win' ? `${party}_won` : `${otherParty(party)}_won`
}

/**
 * What else a choice depends on: the outcome that is agreed to, and whether to cancel is to take back, to ask, or to agree.
 * A page carries it, so that nobody does by a button what it did not say. Empty where there is only one meaning.
 */
export const meaningOf = (choice: Choice, { status, proposal, cancellation }: Life): string => {
  if (choice === 'agree') return proposal?.outcome ?? ''
  if (choice !== 'cancel') return ''
  if (status === 'pending') return 'take_back'
  return cancellation === null ? 'ask' : 'agree'
}

/**
 * Whether this very answer has been given: sending it again changes nothing, and is no mistake. `meaning`: null where it
 * is not known.
 */
export const isGiven = (choice: Choice, life: Life, party: Party, meaning: string | null): boolean => {
  switch (choice) {
    case 'accept':
      return party === 'opponent' && life.acceptedAt !== null
    case 'decline':
      return party === 'opponent' && life.status === 'declined'
    case 'cancel':
      if (life.status === 'cancelled') return true
      return life.cancellation?.requestedBy === party && (meaning === null || meaning === 'ask')
    case 'dispute':
      return life.dispute?.openedBy === party
    case 'agree':
    case 'concede':
    case 'draw':
    case 'win':
      return life.positions[party] === toOutcome(choice, life, party)
  }
}

/** The action of the rules that a choice is. */
export const actionOf = (choice: Choice): Exclude<Move['action'], 'evidence' | 'support'> => {
  switch (choice) {
    case 'accept':
    case 'dispute':
    case 'cancel':
      return choice
    case 'decline':
      return 'cancel'
    case 'agree':
    case 'concede':
    case 'draw':
    case 'win':
      return 'resolve'
  }
}
