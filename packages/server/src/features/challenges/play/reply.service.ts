// An answer that a party gives on the page of a challenge: no token, no plan, the same rules and the same transaction as
// a call.
import type { Party } from '@challenge-service/contract'
import type { PersonId, UncheckedId } from '../../../kernel/ids.ts'
import { Fault, notVisible } from '../../../kernel/refusal.ts'
import type { Tx } from '../../../store/store.ts'
import { findPersonById } from '../../access/accounts.store.ts'
import { answerChallenge } from '../challenge.service.ts'
import { checkAction } from '../rules/action.rules.ts'
import type { ChallengeSettings, Life } from '../rules/life.rules.ts'
import { changedSince } from './changed-since.ts'
import { actionOf, isGiven, isPossible, meaningOf, toMove } from './choice.rules.ts'
import type { Choice } from '../../../kernel/choices.ts'

export interface Reply {
  readonly choice: Choice
  /** What they want to be called, where nobody knows yet. */
  readonly firstName: string | null
  readonly reason: string
  /** What the answer meant on the page on which it was given; null where that is not known. */
  readonly meaning: string | null
}

/**
 * Given once more it changes nothing, and is no mistake. Where something else has happened before, it is refused; an
 * observer is, as by a call.
 */
export const giveReply = async (
  tx: Tx,
  personId: PersonId,
  challengeId: UncheckedId<'challenge'>,
  reply: Reply,
  now: number,
  settings: ChallengeSettings,
): Promise<void> => {
  const person = await findPersonById(tx, personId)
  if (!person || person.email === null) throw notVisible()
  const firstName = person.first_name ?? reply.firstName
  const viewer = { personId, groupId: null, firstName, byOwnHand: true }
  await answerChallenge(tx, viewer, challengeId, now, settings, (life, visible) => {
    const { choice, reason, meaning } = reply
    const { role } = visible
    if (role === 'observer') {
      checkAction(life, visible, actionOf(choice), now)
      throw new Fault('an observer was let through')
    }
    if (isGiven(choice, life, role, meaning)) return undefined
    checkPossible(reply, life, role)
    return choice === 'accept' ? { action: 'accept' } : toMove(choice, life, role, reason)
  })
}

const checkPossible = ({ choice, meaning }: Reply, life: Life, party: Party): void => {
  const meansOther = meaning !== null && meaning !== meaningOf(choice, life)
  if (meansOther || !isPossible(choice, life, party)) throw changedSince()
}
