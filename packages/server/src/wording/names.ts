// What the two of a challenge are called by whoever looks at it.
import type { Challenge, Party } from '@challenge-service/contract'

/** As much of a challenge as its words are made of. */
export type SeenChallenge = Pick<
  Challenge,
  | 'status'
  | 'role'
  | 'creator'
  | 'opponent'
  | 'due_at'
  | 'positions'
  | 'proposal'
  | 'resolution'
  | 'dispute'
  | 'cancellation'
  | 'group_id'
  | 'reference'
>

/** How the two are called: `you`, a first name, or what stands in its place while it is not known. */
export const nameOf = (challenge: SeenChallenge, party: Party): string => {
  if (challenge.role === party) return 'you'
  if (party === 'creator') return challenge.creator.first_name
  const unnamed = challenge.role === 'observer' ? 'someone' : 'your opponent'
  return challenge.opponent.first_name ?? challenge.reference ?? unnamed
}

export const otherOf = (party: Party): Party => (party === 'creator' ? 'opponent' : 'creator')

/** The other party, as the one who looks calls them. An observer has none. */
export const otherName = ({
  challenge,
  role,
}: Pick<Challenge, 'role'> & { readonly challenge: SeenChallenge }): string =>
  nameOf(challenge, role === 'creator' ? 'opponent' : 'creator')

export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
