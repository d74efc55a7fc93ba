// Which person is which party of a challenge, and the other way round.
import { parties, type Party, type Role } from '@challenge-service/contract/plain'
import type { PersonId } from '../../../kernel/ids.ts'
import type { Challenge } from './life.rules.ts'

export type PartyIds = Pick<Challenge, 'creatorId' | 'opponentId'>

export const getPersonId = ({ creatorId, opponentId }: PartyIds, party: Party): PersonId =>
  party === 'creator' ? creatorId : opponentId

/** Undefined for everyone else. */
export const findParty = (ids: PartyIds, personId: PersonId): Party | undefined =>
  parties.find((party) => getPersonId(ids, party) === personId)

export const findRole = (ids: PartyIds, personId: PersonId): Role => findParty(ids, personId) ?? 'observer'

export const otherParty = (party: Party): Party => (party === 'creator' ? 'opponent' : 'creator')

/** The parties to whom a challenge is there: one who had blocked its creator is told nothing of it. */
export const listToldParties = ({ isHidden }: Pick<Challenge, 'isHidden'>): readonly Party[] =>
  isHidden ? ['creator'] : parties
