// What a person does by an answer to the other party, in one sentence. Where it says who won, it says so from their own side,
// and which party a name is of: whatever that name is, nobody takes a loss for anything else.
import type { Challenge } from '@challenge-service/contract'
import type { Choice } from '../../../kernel/choices.ts'
import { otherName } from '../../../wording/names.ts'
import { wordsOf } from '../../../wording/outcome.ts'

/** `agrees`: they were asked whether they take on what the other party says. */
export const leadOf = (choice: Choice, challenge: Challenge, after: Challenge, agrees: boolean): string => {
  const { role, status, cancellation, proposal, group_id: groupId } = challenge
  const name = otherName({ challenge, role })
  const other = role === 'creator' ? 'opponent' : 'creator'
  const party = `${name} (the ${other})`
  switch (choice) {
    case 'accept':
      // Members of a group know each other's first names.
      return `You accept the challenge of ${name}${groupId === null ? ', who then sees your first name' : ''}.`
    case 'decline':
      return `You decline the challenge of ${name}.`
    case 'cancel':
      if (status === 'pending') return 'You take your challenge back.'
      return cancellation === null
        ? `You ask ${name} to cancel the challenge.`
        : `You cancel the challenge, as ${name} asked.`
    case 'concede':
      return `You ${agrees ? 'agree' : 'concede'} that you lost: ${party} won.`
    case 'win':
      return 'You say that you won.'
    case 'agree':
    case 'draw':
      return `You ${after.resolution ? 'agree' : 'say'} that it was a draw.`
    case 'dispute':
      return `You do not agree with ${party}, who says that ${wordsOf(challenge, other, proposal?.outcome ?? 'draw')}.`
  }
}
