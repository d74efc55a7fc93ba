// An answer to the other party: on its button, on the button that asks once more, and to the person whom an assistant asks.
// What follows from it is in consequence.ts, what is said once it was given in done.ts.
import type { Challenge, Party } from '@challenge-service/contract'
import type { Choice } from '../kernel/choices.ts'
import { agreesToDraw } from './consequence.ts'
import { otherName, otherOf, partyName, type SeenChallenge } from './names.ts'
import { claimOf, outcomeWords } from './outcome.ts'
import { words } from './words.ts'

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

const sureToLose = ({ name }: Seen): string => words.choice.sureToLose({ name })

const withParty = ({ name, other }: Seen): { readonly name: string; readonly party: string } => ({
  name,
  party: partyName(other),
})

const leadToDraw = (_: Seen, { after }: ReplyGiven): string =>
  after.resolution ? words.assistant.lead.agreeToDraw : words.assistant.lead.sayDraw

const choiceWords: Readonly<Record<Choice, ChoiceWords>> = {
  accept: {
    label: () => words.choice.accept,
    sure: onePress,
    // Members of a group know each other's first names.
    lead: ({ name, challenge }) =>
      words.assistant.lead[challenge.group_id === null ? 'acceptShown' : 'accept']({ name }),
  },
  decline: {
    label: () => words.choice.decline,
    sure: () => words.choice.declineSure,
    lead: ({ name }) => words.assistant.lead.decline({ name }),
  },
  agree: {
    label: ({ challenge }) =>
      challenge.proposal
        ? words.choice.agreeTo({ outcome: outcomeWords(challenge, challenge.proposal.outcome) })
        : words.choice.agree,
    sure: (seen) => (agreesToDraw(seen.challenge) ? null : sureToLose(seen)),
    lead: leadToDraw,
  },
  concede: {
    label: ({ challenge, name }) => (challenge.proposal ? words.choice.concede({ name }) : words.choice.lost),
    sure: sureToLose,
    lead: (seen, { agrees }) => words.assistant.lead[agrees ? 'agreeToLose' : 'concede'](withParty(seen)),
  },
  draw: {
    label: ({ challenge, other }) => {
      if (challenge.status !== 'disputed') return words.choice.draw
      return challenge.positions[other] === 'draw' ? words.choice.agreeToDraw : words.choice.offerDraw
    },
    sure: onePress,
    lead: leadToDraw,
  },
  win: {
    label: () => words.choice.win,
    sure: onePress,
    lead: () => words.assistant.lead.win,
  },
  dispute: {
    label: () => words.choice.dispute,
    sure: () => words.choice.disputeSure,
    lead: (seen) => {
      const claim = claimOf(seen.other, seen.challenge.proposal?.outcome ?? 'draw')
      return words.assistant.lead.dispute({ ...withParty(seen), claim: words.assistant.ownClaim[claim] })
    },
  },
  cancel: {
    label: ({ challenge: { status, cancellation } }) => {
      if (status === 'pending') return words.choice.takeBack
      return cancellation ? words.choice.agreeToCancel : words.choice.askToCancel
    },
    sure: ({ challenge: { status, cancellation }, name }) => {
      if (status === 'pending') return words.choice.takeBackSure
      return cancellation === null ? words.choice.askToCancelSure({ name }) : null
    },
    lead: ({ challenge: { status, cancellation }, name }) => {
      const { takeBack, askToCancel, agreeToCancel } = words.assistant.lead
      if (status === 'pending') return takeBack
      return cancellation === null ? askToCancel({ name }) : agreeToCancel({ name })
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
