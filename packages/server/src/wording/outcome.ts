// How a challenge ended, and by what it was settled: on a page, in a mail, to an assistant and in a count.
import type { Outcome, Party, Settlement } from '@challenge-service/contract'
import {
  capital,
  otherName,
  otherOf,
  ownParty,
  partyFor,
  whoIs,
  type NamedParties,
  type SeenChallenge,
  type WithRole,
} from './names.ts'
import { words } from './words.ts'

const winners: Readonly<Record<Outcome, Party | null>> = {
  creator_won: 'creator',
  opponent_won: 'opponent',
  draw: null,
  void: null,
}

/** A newer release may know other ways; what it wrote is shown as it is. */
const isKnown = (by: string): by is Settlement => Object.hasOwn(words.assistant.settledBy, by)

const plain = (code: string): string => code.replaceAll('_', ' ')

/** `Ben won`, `draw`. */
export const outcomeWords = (challenge: NamedParties, outcome: Outcome): string => {
  const winner = winners[outcome]
  if (winner !== null) return words.outcome.won(whoIs(challenge, winner))
  return outcome === 'draw' ? words.outcome.draw : words.outcome.void
}

/** What a party says of how it ended, from their own side. */
export const claimOf = (by: Party, outcome: Outcome): 'win' | 'loss' | 'draw' => {
  const winner = winners[outcome]
  if (winner === null) return 'draw'
  return winner === by ? 'win' : 'loss'
}

/** `Ben says “I won”`. */
export const claimedResult = (challenge: NamedParties, by: Party, outcome: Outcome): string =>
  capital(words.claimed[claimOf(by, outcome)](whoIs(challenge, by)))

/** Who won, and how it was settled. */
export const describeResolved = (challenge: SeenChallenge): string => {
  const { resolution } = challenge
  if (!resolution) return words.outcome.settled
  const result = capital(outcomeWords(challenge, resolution.outcome))
  const winner = winners[resolution.outcome]
  return winner === null
    ? result
    : `${result}, ${howSettled(challenge, resolution.settled_by, otherOf(winner))}`
}

const howSettled = (challenge: NamedParties, by: Settlement, loser: Party): string => {
  if (!isKnown(by)) return plain(by)
  return by === 'support' ? words.outcome.support : words.outcome[by](whoIs(challenge, loser))
}

/** The same in a mail; null: which one is not known. */
export const claimedInMail = (names: NamedParties, by: Party, outcome: Outcome | null): string =>
  outcome === null ? words.claimed.unknown : claimedResult(names, by, outcome)

const resultFor = ({ role }: WithRole, outcome: Outcome | null): 'win' | 'loss' | 'draw' | 'none' =>
  outcome === null || outcome === 'void' ? 'none' : claimOf(ownParty({ role }), outcome)

/** `Ben won your challenge`. */
export const resultInMail = (names: NamedParties, outcome: Outcome | null): string =>
  capital(words.mailResult.title({ result: resultFor(names, outcome), name: otherName(names) }))

export const settledInMail = (names: NamedParties, by: Settlement, outcome: Outcome | null): string => {
  const { mailResult } = words
  if (!isKnown(by)) return mailResult.unknown({ by: plain(by) })
  const name = otherName(names)
  switch (by) {
    case 'concession':
      return capital(mailResult.concession({ name }))
    case 'agreement':
      return capital(mailResult.agreement({ name }))
    case 'silence':
      return mailResult.silence
    case 'support':
      return outcome === 'void' ? mailResult.undecided : mailResult.support
  }
}

/** `creator_won: you won`. */
export const outcomeFor = (seen: WithRole, outcome: Outcome): string => {
  const { creatorWon, opponentWon, draw, void: none } = words.assistant.outcome
  switch (outcome) {
    case 'creator_won':
      return creatorWon({ winner: partyFor(seen, 'creator') })
    case 'opponent_won':
      return opponentWon({ winner: partyFor(seen, 'opponent') })
    case 'draw':
      return draw
    case 'void':
      return none
  }
}

/** `you said creator_won: you won`. */
export const saidFor = (seen: WithRole, by: Party, outcome: Outcome): string =>
  words.assistant.said({ party: partyFor(seen, by), outcome: outcomeFor(seen, outcome) })

/** `creator_won: you won (both parties agreed)`. */
export const resolvedFor = (seen: WithRole, outcome: Outcome, by: Settlement): string =>
  `${outcomeFor(seen, outcome)} (${isKnown(by) ? words.assistant.settledBy[by] : plain(by)})`

/** The label of a count, in the statistics of a group, where nobody has a name. */
export const outcomeCount = (outcome: Outcome): string => {
  const { creatorWon, opponentWon, isDraw, isVoid } = words.outcome
  return { creator_won: creatorWon, opponent_won: opponentWon, draw: isDraw, void: isVoid }[outcome]
}
