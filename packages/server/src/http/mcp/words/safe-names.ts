// A challenge whose names can stand in sentences of ours. A name is chosen by whoever bears it, and could be anything.
import type { Challenge } from '@challenge-service/contract'
import { plainName, quote } from './quote.ts'

export const withSafeNames = (challenge: Challenge): Challenge => {
  const { creator, opponent, reference } = challenge
  return {
    ...challenge,
    creator: { first_name: plainName(creator.first_name) },
    opponent: { first_name: opponent.first_name === null ? null : plainName(opponent.first_name) },
    ...(reference === undefined ? {} : { reference: quote(reference) }),
  }
}
