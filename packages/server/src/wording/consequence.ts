// What follows from an answer to the other party, in one sentence: beside its button, and where an assistant asks its person.
import type { Choice } from '../kernel/choices.ts'
import { inWords } from '../kernel/instants.ts'
import { disputeEnd } from './deadline.ts'
import { otherName, otherOf, type SeenChallenge } from './names.ts'

const OVER = 'Then the challenge is over, and counts for nobody.'
const DRAWN = 'Then it is settled: a draw.'

/** Nobody proposes that the other one won: that settles it at once. So to agree to anything else is to concede. */
export const agreesToDraw = ({ proposal }: Pick<SeenChallenge, 'proposal'>): boolean =>
  proposal?.outcome === 'draw'

/** `challenge`: as it stands before the answer, caught up with the clock. */
export const consequenceOf = (choice: Choice, challenge: SeenChallenge, zone: string): string => {
  const name = otherName(challenge)
  switch (choice) {
    case 'accept':
      return `Then the challenge is on, until ${inWords(Date.parse(challenge.due_at), zone)}.`
    case 'win':
    case 'draw':
      if (challenge.status !== 'disputed') {
        return `Then ${name} is asked to agree. If ${name} is told and does not answer in time, it stands.`
      }
      return challenge.positions[otherOf(challenge.role)] === 'draw' && choice === 'draw'
        ? DRAWN
        : `Then ${name} can agree to it. The dispute goes on until then.`
    case 'agree':
      return agreesToDraw(challenge) ? DRAWN : conceded(name)
    case 'concede':
      return conceded(name)
    case 'decline':
      return OVER
    case 'cancel':
      return challenge.status !== 'pending' && challenge.cancellation === null
        ? `It is cancelled only if ${name} agrees. Until then the challenge goes on.`
        : OVER
    case 'dispute':
      return `Then the two of you settle it. If neither gives way, ${disputeEnd(challenge.group_id !== null)}.`
  }
}

const conceded = (name: string): string =>
  `Then the challenge is settled: you lose it, ${name} wins it, and nobody can take that back.`
