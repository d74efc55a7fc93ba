// An answer that a party gives on the page of a challenge: no token, no plan, the same rules and the same transaction as
// a call.
import type { Party } from '@challenge-service/contract'
import type { ChallengeId, PersonId } from '../../../kernel/ids.ts'
import { notVisible, refuse } from '../../../kernel/refusal.ts'
import type { Tx } from '../../../store/store.ts'
import { findPersonById } from '../../access/accounts.store.ts'
import { applyAccept, applyMove } from '../challenge.service.ts'
import { changeVisible, type Change } from '../change/change.ts'
import type { ChallengeSettings, Life } from '../rules/life.rules.ts'
import { isGiven, isPossible, toMove, type Choice } from './choice.rules.ts'

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
  /** The outcome that they were shown when they agreed; null where that is not known. */
  readonly seenOutcome: string | null
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
    const { choice, reason } = reply
    if (isGiven(choice, life, party)) return { challenge: visible.challenge, result: undefined }
    checkPossible(reply, life, party)
    const change: Change =
      choice === 'accept'
        ? await applyAccept(tx, current, visible, viewer, now, settings)
        : applyMove(current, visible, toMove(choice, life, party, reason), now, settings)
    return change
  })
}

const checkPossible = ({ choice, seenOutcome }: Reply, life: Life, party: Party): void => {
  // Another proposal has come in the place of the one that they read.
  const isOther = choice === 'agree' && seenOutcome !== null && seenOutcome !== life.proposal?.outcome
  if (isOther || !isPossible(choice, life, party)) {
    throw refuse(
      'invalid_state',
      'status_forbids',
      'Nothing was changed: something else had happened before. This is how things stand now.',
    )
  }
}
