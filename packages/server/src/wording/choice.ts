// An answer to the other party: on its button, on the button that asks once more, and to the person whom an assistant asks.
// What follows from it is in consequence.ts, what is said once it was given in done.ts.
import type { Challenge, Party } from '@challenge-service/contract'
import type { Choice } from '../kernel/choices.ts'
import { agreesToDraw } from './consequence.ts'
import { capital, otherName, otherOf, type SeenChallenge } from './names.ts'
import { outcomeWords, wordsOf } from './outcome.ts'

interface Seen {
  /** As it stands before the answer. */
  readonly challenge: SeenChallenge
  readonly other: Party
  /** Of the other party. */
  readonly name: string
}

interface ReplyGiven {
  /** The challenge as the answer would leave it. */
  readonly after: Pick<Challenge, 'resolution'>
  /** They were asked whether they take on what the other party says. */
  readonly agrees: boolean
}

interface ChoiceWords {
  readonly label: (seen: Seen) => string
  /** Null where one press is enough. */
  readonly sure: (seen: Seen) => string | null
  /** Who won is said from their own side, and with the party of a name: whatever the name is, a loss reads as one. */
  readonly lead: (seen: Seen, given: ReplyGiven) => string
}

const onePress = (): null => null

const sureToLose = ({ name }: Seen): string => `Yes, I am sure: ${name} won`

const partyOf = ({ name, other }: Seen): string => `${name} (the ${other})`

const leadToDraw = (_: Seen, { after }: ReplyGiven): string =>
  `You ${after.resolution ? 'agree' : 'say'} that it was a draw.`

const choiceWords: Readonly<Record<Choice, ChoiceWords>> = {
  accept: {
    label: () => 'Accept the challenge',
    sure: onePress,
    // Members of a group know each other's first names.
    lead: ({ name, challenge }) =>
      `You accept the challenge of ${name}${challenge.group_id === null ? ', who then sees your first name' : ''}.`,
  },
  decline: {
    label: () => 'Decline',
    sure: () => 'Decline the challenge',
    lead: ({ name }) => `You decline the challenge of ${name}.`,
  },
  agree: {
    label: ({ challenge }) =>
      challenge.proposal ? `Yes, ${outcomeWords(challenge, challenge.proposal.outcome)}` : 'Agree',
    sure: (seen) => (agreesToDraw(seen.challenge) ? null : sureToLose(seen)),
    lead: leadToDraw,
  },
  concede: {
    label: ({ challenge, name }) => (challenge.proposal ? `I concede: ${name} won` : `${capital(name)} won`),
    sure: sureToLose,
    lead: (seen, { agrees }) => `You ${agrees ? 'agree' : 'concede'} that you lost: ${partyOf(seen)} won.`,
  },
  draw: {
    label: ({ challenge, other }) => {
      if (challenge.status !== 'disputed') return 'It was a draw'
      return challenge.positions[other] === 'draw' ? 'Yes, it was a draw' : 'Offer a draw'
    },
    sure: onePress,
    lead: leadToDraw,
  },
  win: {
    label: () => 'I won',
    sure: onePress,
    lead: () => 'You say that you won.',
  },
  dispute: {
    label: () => 'No, I dispute it',
    sure: () => 'Dispute the outcome',
    lead: (seen) => {
      const { challenge, other } = seen
      const said = wordsOf(challenge, other, challenge.proposal?.outcome ?? 'draw')
      return `You do not agree with ${partyOf(seen)}, who says that ${said}.`
    },
  },
  cancel: {
    label: ({ challenge: { status, cancellation } }) => {
      if (status === 'pending') return 'Take the challenge back'
      return cancellation ? 'Agree to cancel' : 'Ask to cancel'
    },
    sure: ({ challenge: { status, cancellation }, name }) => {
      if (status === 'pending') return 'Take it back for good'
      return cancellation === null ? `Ask ${name}` : null
    },
    lead: ({ challenge: { status, cancellation }, name }) => {
      if (status === 'pending') return 'You take your challenge back.'
      return cancellation === null
        ? `You ask ${name} to cancel the challenge.`
        : `You cancel the challenge, as ${name} asked.`
    },
  },
}

const see = (challenge: SeenChallenge): Seen => ({
  challenge,
  other: otherOf(challenge.role),
  name: otherName(challenge),
})

/** On its button. */
export const labelOf = (choice: Choice, challenge: SeenChallenge): string =>
  choiceWords[choice].label(see(challenge))

/** On the button that asks once more; null where one press is enough. */
export const sureLabelOf = (choice: Choice, challenge: SeenChallenge): string | null =>
  choiceWords[choice].sure(see(challenge))

/** What they do by it, in one sentence to the person whom an assistant asks. */
export const leadOf = (choice: Choice, challenge: SeenChallenge, given: ReplyGiven): string =>
  choiceWords[choice].lead(see(challenge), given)
