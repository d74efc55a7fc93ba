// What a party can answer on the page of a link: what is asked of them now, the choices that it leaves, and
// the move that each choice is. Whether the move is allowed is judged by the same rules as a call.
import type { Party, Position } from '@challenge-service/contract'
import type { Stage } from '../../mail/notice.rules.ts'
import type { Move } from './challenge.rules.ts'
import { otherParty, type Life } from './life.rules.ts'

export const choices = ['accept', 'decline', 'agree', 'concede', 'draw', 'win', 'dispute', 'cancel'] as const
export type Choice = (typeof choices)[number]

/** Whether what the link was made for is still asked of this party. `life` must be caught up with the clock. */
export const isOpen = (stage: Stage, life: Life, party: Party): boolean => {
  switch (stage) {
    case 'invited':
      return life.status === 'pending' && party === 'opponent'
    case 'settle':
      return life.status === 'active' || life.status === 'due'
    case 'proposed':
      return life.status === 'proposed' && life.proposal?.by !== party
    case 'disputed':
      return life.status === 'disputed'
    case 'cancel':
      return life.cancellation !== null && life.cancellation.requestedBy !== party
  }
}

export const choicesIn = (stage: Stage, life: Life, party: Party): readonly Choice[] => {
  if (!isOpen(stage, life, party)) return []
  switch (stage) {
    case 'invited':
      return ['accept', 'decline']
    case 'settle':
      return ['win', 'draw', 'concede']
    case 'proposed':
      // To agree that the other won is to concede.
      return life.proposal?.outcome === 'draw' ? ['agree', 'concede', 'dispute'] : ['agree', 'dispute']
    case 'disputed':
      return life.positions[party] === 'draw' ? ['concede'] : ['draw', 'concede']
    case 'cancel':
      return ['cancel']
  }
}

type AnswerMove = Exclude<Move, { action: 'evidence' | 'support' | 'accept' }>

/** The move of a choice; accepting needs to know more, and is the service's. */
export const moveOf = (
  choice: Exclude<Choice, 'accept'>,
  life: Life,
  party: Party,
  reason: string,
): AnswerMove => {
  switch (choice) {
    case 'decline':
    case 'cancel':
      return { action: 'cancel', reason: null }
    case 'dispute':
      return { action: 'dispute', reason }
    case 'agree':
    case 'concede':
    case 'draw':
    case 'win':
      return { action: 'resolve', outcome: outcomeOf(choice, life, party) }
  }
}

const outcomeOf = (choice: 'agree' | 'concede' | 'draw' | 'win', life: Life, party: Party): Position => {
  if (choice === 'draw') return 'draw'
  if (choice === 'agree') return life.proposal?.outcome ?? `${otherParty(party)}_won`
  return choice === 'win' ? `${party}_won` : `${otherParty(party)}_won`
}

/** Whether this very answer has been given: sending it again changes nothing, and is no mistake. */
export const isGiven = (choice: Choice, life: Life, party: Party): boolean => {
  switch (choice) {
    case 'accept':
      return party === 'opponent' && life.acceptedAt !== null
    case 'decline':
      return party === 'opponent' && life.status === 'declined'
    case 'cancel':
      return life.status === 'cancelled'
    case 'dispute':
      return life.dispute?.openedBy === party
    case 'agree':
    case 'concede':
    case 'draw':
    case 'win':
      return life.positions[party] === outcomeOf(choice, life, party)
  }
}
