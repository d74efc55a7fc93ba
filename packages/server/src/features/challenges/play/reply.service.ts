// An answer that a party gives on the page of a challenge: no token, no plan, the same rules and the same transaction as
// a call.
import type { Party } from '@challenge-service/contract'
import type { ChallengeId, PersonId } from '../../../kernel/ids.ts'
import { notVisible } from '../../../kernel/refusal.ts'
import type { Tx } from '../../../store/store.ts'
import { findPersonById } from '../../access/accounts.store.ts'
import { applyAccept, applyMove } from '../challenge.service.ts'
import { changeVisible, type Change } from '../change/change.ts'
import type { ChallengeSettings, Life } from '../rules/life.rules.ts'
import { changedSince } from './changed-since.ts'
import { isGiven, isPossible, meaningOf, toMove } from './choice.rules.ts'
import type { Choice } from '../../../kernel/choices.ts'

/** Who answers, in which challenge. */
export interface Player {
  readonly challengeId: ChallengeId
  readonly party: Party
  readonly personId: PersonId
}

export interface Reply {
  readonly choice: Choice
  /** What they want to be called, where nobody knows yet. */
  readonly firstName: string | null
  readonly reason: string
  /** What the answer meant on the page on which it was given; null where that is not known. */
  readonly meaning: string | null
}

/** Given once more it changes nothing, and is no mistake. Where something else has happened before, it is refused. */
export const giveReply = async (
  tx: Tx,
  { challengeId, party, personId }: Player,
  reply: Reply,
  now: number,
  settings: ChallengeSettings,
): Promise<void> => {
  const person = await findPersonById(tx, personId)
  if (!person || person.email === null) throw notVisible()
  const firstName = person.first_name ?? reply.firstName
  const viewer = { personId, groupId: null, firstName, byOwnHand: true }
  await changeVisible(tx, viewer, challengeId, now, async (current, visible) => {
    const { life } = current
    const { choice, reason, meaning } = reply
    if (isGiven(choice, life, party, meaning)) return { challenge: visible.challenge, result: undefined }
    checkPossible(reply, life, party)
    const change: Change =
      choice === 'accept'
        ? await applyAccept(tx, current, visible, viewer, now, settings)
        : applyMove(current, visible, toMove(choice, life, party, reason), now, settings)
    return change
  })
}

const checkPossible = ({ choice, meaning }: Reply, life: Life, party: Party): void => {
  const meansOther = meaning !== null && meaning !== meaningOf(choice, life)
  if (meansOther || !isPossible(choice, life, party)) throw changedSince()
}
