// How a challenge ended, and by what it was settled: on a page, in a mail, to an assistant and in a count.
import type { Outcome, Party, Settlement } from '@challenge-service/contract'
import {
  capital,
  nameOf,
  otherOf,
  partyFor,
  type NamedParties,
  type SeenChallenge,
  type WithRole,
} from './names.ts'

const winners: Readonly<Record<Outcome, Party | null>> = {
  creator_won: 'creator',
  opponent_won: 'opponent',
  draw: null,
  void: null,
}

interface OutcomeWords {
  readonly page: (winner: string) => string
  readonly mail: (winner: string) => string
  readonly assistant: (winner: string) => string
  /** In statistics, where nobody has a name. */
  readonly count: string
}

const won = (winner: string): string => `${winner} won`

const outcomes: Readonly<Record<Outcome, OutcomeWords>> = {
  creator_won: {
    page: won,
    mail: won,
    assistant: (winner) => `creator_won: ${won(winner)}`,
    count: 'Who dared won',
  },
  opponent_won: {
    page: won,
    mail: won,
    assistant: (winner) => `opponent_won: ${won(winner)}`,
    count: 'Who was dared won',
  },
  draw: {
    page: () => 'it was a draw',
    mail: () => 'it is a draw',
    assistant: () => 'draw: nobody won',
    count: 'A draw',
  },
  void: {
    page: () => 'nobody won',
    mail: () => 'it counts for nobody',
    assistant: () => 'void: it counts for nobody',
    count: 'Nobody won',
  },
}

interface SettlementWords {
  /** After who won. */
  readonly page: (loser: string) => string
  readonly mail: string
  readonly assistant: string
}

const settlements: Readonly<Record<string, SettlementWords>> = {
  concession: {
    page: (loser) => `${loser} gave up`,
    mail: 'The other side granted it.',
    assistant: 'one party granted the other the win',
  },
  agreement: {
    page: (loser) => `${loser} agreed`,
    mail: 'You both said so.',
    assistant: 'both said so',
  },
  silence: {
    page: (loser) => `${loser} did not answer`,
    mail: 'A proposed outcome stands when nobody objects in time.',
    assistant: 'nobody objected in time',
  },
  support: {
    page: () => 'the group decided',
    mail: 'The dispute was decided when its time was over.',
    assistant: 'the support of the group decided',
  },
} satisfies Readonly<Record<Settlement, SettlementWords>>

/** A newer release may know other ways. */
const settledBy = (by: string): SettlementWords => {
  const words = by.replaceAll('_', ' ')
  return settlements[by] ?? { page: () => words, mail: `By ${words}.`, assistant: words }
}

const say = (
  outcome: Outcome,
  voice: 'page' | 'mail' | 'assistant',
  nameWinner: (winner: Party) => string,
): string => {
  const winner = winners[outcome]
  return outcomes[outcome][voice](winner === null ? '' : nameWinner(winner))
}

export const outcomeWords = (challenge: NamedParties, outcome: Outcome): string =>
  say(outcome, 'page', (winner) => nameOf(challenge, winner))

/** What a party says of how it ended. Nobody says of themselves that Ben won. */
export const wordsOf = (challenge: NamedParties, by: Party, outcome: Outcome): string =>
  say(outcome, 'page', (winner) =>
    winner === by && challenge.role !== by ? 'they' : nameOf(challenge, winner),
  )

/** Who won, and how it was settled. */
export const describeResolved = (challenge: SeenChallenge): string => {
  const { resolution } = challenge
  if (!resolution) return 'Settled'
  const { outcome, settled_by } = resolution
  const result = capital(outcomeWords(challenge, outcome))
  const winner = winners[outcome]
  return winner === null
    ? result
    : `${result}, ${settledBy(settled_by).page(nameOf(challenge, otherOf(winner)))}`
}

/** Null: none was proposed. */
export const outcomeInMail = (names: NamedParties, outcome: Outcome | null): string =>
  outcome === null ? 'there is no outcome' : say(outcome, 'mail', (winner) => nameOf(names, winner))

export const settledInMail = (by: Settlement): string => settledBy(by).mail

/** `creator_won: you won`. */
export const outcomeFor = (seen: WithRole, outcome: Outcome): string =>
  say(outcome, 'assistant', (winner) => partyFor(seen, winner))

/** `you said creator_won: you won`. */
export const saidFor = (seen: WithRole, by: Party, outcome: Outcome): string =>
  `${partyFor(seen, by)} said ${outcomeFor(seen, outcome)}`

/** `creator_won: you won (both said so)`. */
export const resolvedFor = (seen: WithRole, outcome: Outcome, by: Settlement): string =>
  `${outcomeFor(seen, outcome)} (${settledBy(by).assistant})`

/** The label of a count, in the statistics of a group. */
export const outcomeCount = (outcome: Outcome): string => outcomes[outcome].count
