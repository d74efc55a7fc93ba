// What the people of a challenge are called: by name on a page, in a mail and in the calendar; by their part in it where an
// assistant reads.
import type { Challenge, EventActor, Party, Role } from '@challenge-service/contract'

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

/** As much of it as names are made of. */
export type NamedParties = Pick<Challenge, 'role' | 'creator' | 'opponent' | 'reference'>

/** Who looks at a challenge. */
export type WithRole = Pick<Challenge, 'role'>

/** How the two are called: `you`, a first name, or what stands in its place while it is not known. */
export const nameOf = (challenge: NamedParties, party: Party): string => {
  if (challenge.role === party) return 'you'
  if (party === 'creator') return challenge.creator.first_name
  const unnamed = challenge.role === 'observer' ? 'someone' : 'your opponent'
  return challenge.opponent.first_name ?? challenge.reference ?? unnamed
}

/** An observer has none, and gets the creator. */
export const otherOf = (role: Role): Party => (role === 'creator' ? 'opponent' : 'creator')

/** Of the two, the one that an observer reads about first is the creator. */
export const ownParty = ({ role }: WithRole): Party => (role === 'opponent' ? 'opponent' : 'creator')

/** The other party, as the one who looks calls them. */
export const otherName = (challenge: NamedParties): string => nameOf(challenge, otherOf(challenge.role))

/** `You against Ben`. */
export const bothNames = (challenge: NamedParties): string =>
  `${capital(nameOf(challenge, 'creator'))} against ${nameOf(challenge, 'opponent')}`

/** To an assistant, a word of ours: a name could be anything. */
export const partyFor = ({ role }: WithRole, party: Party): string =>
  role === party ? 'you' : `the ${party}`

export const roleFor = ({ role }: WithRole): string =>
  `You are ${role === 'observer' ? 'an observer' : `the ${role}`}.`

/** Who is who. `mark`: sets a name off from our words. */
export const partiesFor = (seen: NamedParties, mark: (name: string) => string): string => {
  const { role, creator, opponent } = seen
  const unnamed = 'has not accepted yet, so no name is shown'
  const named = opponent.first_name === null ? unnamed : mark(opponent.first_name)
  return [
    roleFor(seen),
    `The creator: ${role === 'creator' ? 'you' : mark(creator.first_name)}.`,
    `The opponent: ${role === 'opponent' ? 'you' : named}.`,
  ].join(' ')
}

/** Of several observers nobody is told who it was. */
export const actorFor = ({ role }: WithRole, actor: EventActor): string => {
  if (actor === 'system') return 'the clock'
  return actor === role && actor !== 'observer' ? 'you' : `the ${actor}`
}

export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
