// The answers that are asked once more before they count: what gives something up, with what it costs, and what may
// carry a reason.
import type { Choice } from '../../features/challenges/link/reply.rules.ts'
import type { LinkedChallenge } from '../../features/challenges/link/reply.service.ts'
import { getOtherName } from './challenge-card.ts'

export interface AskedReason {
  readonly isRequired: boolean
  readonly maxLength: number
  /** Who will read it. */
  readonly hint: string
}

export interface Question {
  /** What follows from this answer; null where its label says it. */
  readonly cost: string | null
  readonly reason: AskedReason | null
  /** What the button says. */
  readonly button: string
  /** To give something up is never the loud one. */
  readonly isLoud: boolean
}

const CLOSING_REASON_MAX = 500
const DISPUTE_REASON_MAX = 1000

/** Null for what one press is enough for. */
export const findQuestion = (choice: Choice, linked: LinkedChallenge): Question | null => {
  const { challenge } = linked
  const name = getOtherName(linked)
  switch (choice) {
    case 'accept':
    case 'win':
    case 'draw':
      return null
    case 'agree':
      // Nobody proposes that the other one won: that settles it at once.
      return challenge.proposal?.outcome === 'draw' ? null : askToConcede(name)
    case 'concede':
      return askToConcede(name)
    case 'decline':
      return askToClose('Decline the challenge', name)
    case 'cancel':
      if (challenge.status === 'pending') return askToClose('Take it back for good', name)
      return challenge.cancellation === null ? askToCancel(name) : null
    case 'dispute':
      return {
        cost: null,
        reason: { isRequired: true, maxLength: DISPUTE_REASON_MAX, hint: READ_BY_ALL },
        button: 'Dispute the outcome',
        isLoud: true,
      }
  }
}

const READ_BY_ALL = 'Everyone who sees the challenge can read it.'

const askToConcede = (name: string): Question => ({
  cost: `Then the challenge is settled: you lose it, ${name} wins it, and nobody can take that back.`,
  reason: null,
  button: `Yes, I am sure: ${name} won`,
  isLoud: false,
})

const askToClose = (button: string, name: string): Question => ({
  cost: 'Then the challenge is over, and counts for nobody.',
  reason: {
    isRequired: false,
    maxLength: CLOSING_REASON_MAX,
    hint: `${name.charAt(0).toUpperCase()}${name.slice(1)} can read it.`,
  },
  button,
  isLoud: false,
})

const askToCancel = (name: string): Question => ({
  cost: `It is cancelled only if ${name} agrees. Until then the challenge goes on.`,
  reason: { isRequired: false, maxLength: CLOSING_REASON_MAX, hint: READ_BY_ALL },
  button: `Ask ${name}`,
  isLoud: false,
})
