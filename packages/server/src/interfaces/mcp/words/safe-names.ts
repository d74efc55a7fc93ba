// A challenge whose names can stand in sentences of ours: in quotation marks, each of them, since a name is chosen by whoever
// bears it and could be a word of the sentence.
import type { Challenge } from '@challenge-service/contract'
import { quote } from './quote.ts'

export const withSafeNames = (challenge: Challenge): Challenge => {
  const { creator, opponent, reference } = challenge
  return {
    ...challenge,
    creator: { first_name: quote(creator.first_name) },
    opponent: { first_name: opponent.first_name === null ? null : quote(opponent.first_name) },
    ...(reference === undefined ? {} : { reference: quote(reference) }),
  }
}
