// How a challenge ended, in words for whoever looks at it.
import type { Outcome, Party } from '@challenge-service/contract'
import { capital, nameOf, type SeenChallenge } from './names.ts'

const winnerOf = (outcome: Outcome): Party | null =>
  outcome === 'creator_won' ? 'creator' : outcome === 'opponent_won' ? 'opponent' : null

export const outcomeWords = (challenge: SeenChallenge, outcome: Outcome): string => {
  if (outcome === 'draw') return 'it was a draw'
  if (outcome === 'void') return 'nobody won'
  return `${nameOf(challenge, outcome === 'creator_won' ? 'creator' : 'opponent')} won`
}

/** What a party says of how it ended. Nobody says of themselves that Ben won. */
export const wordsOf = (challenge: SeenChallenge, by: Party, outcome: Outcome): string => {
  if (winnerOf(outcome) !== by) return outcomeWords(challenge, outcome)
  return challenge.role === by ? 'you won' : 'they won'
}

/** Who won, and how it was settled. */
export const describeResolved = (challenge: SeenChallenge): string => {
  const { resolution } = challenge
  if (!resolution) return 'Settled'
  const { outcome, settled_by } = resolution
  const result = capital(outcomeWords(challenge, outcome))
  if (outcome === 'draw' || outcome === 'void') return result
  const loser = nameOf(challenge, outcome === 'creator_won' ? 'opponent' : 'creator')
  switch (settled_by) {
    case 'concession':
      return `${result}, ${loser} gave up`
    case 'agreement':
      return `${result}, ${loser} agreed`
    case 'silence':
      return `${result}, ${loser} did not answer`
    case 'support':
      return `${result}, the group decided`
  }
}
