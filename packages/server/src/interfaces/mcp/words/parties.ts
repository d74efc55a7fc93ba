// The two of a challenge, as whoever acts knows them: oneself, the other party, or one of two others.
import type { Action, Challenge, Outcome, Party } from '@challenge-service/contract'
import type { Addressee } from './addressee.ts'
import { ownWords, theirWords } from './quote.ts'

type Seen = Pick<Challenge, 'role'>

/** A word of ours: a name could be anything. */
export const partyFor = ({ role }: Seen, party: Party): string => (role === party ? 'you' : `the ${party}`)

export const roleIn = ({ role }: Seen): string =>
  `You are ${role === 'observer' ? 'an observer' : `the ${role}`}.`

/** `most`: how much of it is written at most, where that is less than of others. */
export const saidBy = (seen: Seen, party: Party, text: string, most?: number): string =>
  seen.role === party ? ownWords(text, most) : theirWords(`the ${party}`, text, most)

const winners: Readonly<Record<Outcome, Party | null>> = {
  creator_won: 'creator',
  opponent_won: 'opponent',
  draw: null,
  void: null,
}

/** `creator_won: you won`. */
export const outcomeFor = (seen: Seen, outcome: Outcome): string => {
  const winner = winners[outcome]
  if (winner !== null) return `${outcome}: ${partyFor(seen, winner)} won`
  return outcome === 'draw' ? 'draw: nobody won' : 'void: it counts for nobody'
}

const toolsFor: Readonly<Record<Action, readonly string[]>> = {
  accept: ['accept_challenge'],
  cancel: ['decline_or_cancel'],
  resolve: ['propose_outcome', 'agree', 'concede'],
  dispute: ['dispute_outcome'],
  evidence: ['add_evidence'],
  support: ['support_side'],
  tally: ['record_tally'],
  tally_review: ['review_tally'],
  tally_dispute: ['review_tally'],
  tally_resolve: [],
}

/** The tools of their token that could be called now. */
export const allowedIn = (
  { role, status, positions, allowed_actions: actions }: Challenge,
  { tools }: Pick<Addressee, 'tools'>,
  refused: readonly string[] = [],
): string => {
  const except = [
    ...refused,
    ...(status === 'proposed' ? ['propose_outcome'] : []),
    ...(positions[role === 'creator' ? 'opponent' : 'creator'] === null ? ['agree'] : []),
  ]
  const named = new Set(actions.flatMap((action) => toolsFor[action]))
  return [...named].filter((tool) => tools.has(tool) && !except.includes(tool)).join(', ') || 'nothing'
}

export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
