// What follows from an answer to the other party, in one sentence: beside its button, and where an assistant asks its person.
import type { Choice } from '../kernel/choices.ts'
import { inWords } from '../kernel/instants.ts'
import { capital, otherName, otherOf, type SeenChallenge } from './names.ts'
import { words } from './words.ts'

/** Nobody proposes that the other one won: that settles it at once. So to agree to anything else is to concede. */
export const agreesToDraw = ({ proposal }: Pick<SeenChallenge, 'proposal'>): boolean =>
  proposal?.outcome === 'draw'

/** `challenge`: as it stands before the answer, caught up with the clock. */
export const consequenceOf = (choice: Choice, challenge: SeenChallenge, zone: string): string =>
  capital(consequence(choice, challenge, zone))

const consequence = (choice: Choice, challenge: SeenChallenge, zone: string): string => {
  const { consequence: of } = words
  const named = { name: otherName(challenge) }
  switch (choice) {
    case 'accept':
      return of.accept({ by: inWords(Date.parse(challenge.due_at), zone) })
    case 'win':
    case 'draw':
      if (challenge.status !== 'disputed') return of.claim(named)
      return challenge.positions[otherOf(challenge.role)] === 'draw' && choice === 'draw'
        ? of.draw
        : of.claimDisputed(named)
    case 'agree':
      return agreesToDraw(challenge) ? of.draw : of.conceded(named)
    case 'concede':
      return of.conceded(named)
    case 'decline':
      return of.over
    case 'cancel':
      return challenge.status !== 'pending' && challenge.cancellation === null
        ? of.askToCancel(named)
        : of.over
    case 'dispute':
      return challenge.group_id === null ? of.dispute : of.disputeInGroup
  }
}
