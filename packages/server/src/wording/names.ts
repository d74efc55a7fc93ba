// What the people of a challenge are called: by name on a page, in a mail and in the calendar; by their part in it where an
// assistant reads.
import type { Challenge, EventActor, Party, Role } from '@challenge-service/contract'
import { words } from './words.ts'

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
  const { you, someone, yourOpponent } = words.names
  if (challenge.role === party) return you
  if (party === 'creator') return challenge.creator.first_name
  return (
    challenge.opponent.first_name ??
    challenge.reference ??
    (challenge.role === 'observer' ? someone : yourOpponent)
  )
}

/** A party as messages take it: `you` has a verb of its own. */
export const whoIs = (
  challenge: NamedParties,
  party: Party,
): { readonly who: 'you' | 'other'; readonly name: string } => ({
  who: challenge.role === party ? 'you' : 'other',
  name: nameOf(challenge, party),
})

/** An observer has none, and gets the creator. */
export const otherOf = (role: Role): Party => (role === 'creator' ? 'opponent' : 'creator')

/** Of the two, the one that an observer reads about first is the creator. */
export const ownParty = ({ role }: WithRole): Party => (role === 'opponent' ? 'opponent' : 'creator')

/** The other party, as the one who looks calls them. */
export const otherName = (challenge: NamedParties): string => nameOf(challenge, otherOf(challenge.role))

/** `You vs Ben`. */
export const bothNames = (challenge: NamedParties): string =>
  capital(
    words.names.both({ creator: nameOf(challenge, 'creator'), opponent: nameOf(challenge, 'opponent') }),
  )

/** To an assistant, a word of ours: a name could be anything. */
export const partyFor = ({ role }: WithRole, party: Party): string =>
  role === party ? words.names.you : words.assistant.the[party]

/** `creator`: after a name. */
export const partyName = (party: Party): string => words.assistant.the[party]

export const roleFor = ({ role }: WithRole): string => words.assistant.role({ role })

/** Who is who. `mark`: sets a name off from our words. */
export const partiesFor = (seen: NamedParties, mark: (name: string) => string): string => {
  const { role, creator, opponent } = seen
  const { creatorIs, opponentIs, noName } = words.assistant
  const { you } = words.names
  const named = opponent.first_name === null ? noName : mark(opponent.first_name)
  return [
    roleFor(seen),
    creatorIs({ name: role === 'creator' ? you : mark(creator.first_name) }),
    opponentIs({ name: role === 'opponent' ? you : named }),
  ].join(' ')
}

/** Of several observers nobody is told who it was. */
export const actorFor = ({ role }: WithRole, actor: EventActor): string =>
  actor === role && actor !== 'observer' ? words.names.you : words.assistant.the[actor]

export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
