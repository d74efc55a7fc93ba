// A challenge as one person is shown it on its page, and everything that they can do with it now.
import type { ChallengeWithEvidence } from '@challenge-service/contract'
import { actions, type Action, type Role } from '@challenge-service/contract/plain'
import type { PersonId, UncheckedId } from '../../../kernel/ids.ts'
import type { Reader } from '../../../store/store.ts'
import { viewWithEvidence } from '../reading/challenge.view.ts'
import { findObstacle } from '../rules/action.rules.ts'
import { catchUp } from '../rules/clock.rules.ts'
import type { Challenge } from '../rules/life.rules.ts'
import { listEvidence, listSupportComments, type SupportComment } from '../storage/additions.store.ts'
import { findVisible } from '../storage/challenge.store.ts'
import { isTheirTurn, listChoices, meaningOf } from './choice.rules.ts'
import type { Choice } from '../../../kernel/choices.ts'

export interface ActionObstacle {
  readonly action: Action
  /** In the rules' own words. */
  readonly why: string
}

export interface ShownChallenge {
  readonly challenge: ChallengeWithEvidence
  readonly role: Role
  /** What a party can answer; nothing for an observer. */
  readonly choices: readonly Choice[]
  /** What each of them means now, where it could mean something else later. */
  readonly meanings: ReadonlyMap<Choice, string>
  /** Something waits for them, rather than merely being possible. */
  readonly isTheirTurn: boolean
  /** What they cannot do now, and why. */
  readonly obstacles: readonly ActionObstacle[]
  /** What an observer said with the side that they took. */
  readonly comment: string | null
  /** What was said for a side by those who support it. For the parties alone. */
  readonly comments: readonly SupportComment[]
  /** Until when the two can say how it ended. */
  readonly settleBy: number
}

export interface SeenByPerson {
  readonly shown: ShownChallenge
  /** As the server knows it, caught up with the clock. */
  readonly challenge: Challenge
}

/** Undefined where there is nothing that they can see. */
export const showChallengeTo = async (
  reader: Reader,
  personId: PersonId,
  id: UncheckedId<'challenge'>,
  now: number,
): Promise<SeenByPerson | undefined> => {
  const visible = await findVisible(reader, { personId, groupId: null }, id)
  if (!visible) return undefined
  const challenge = { ...visible.challenge, life: catchUp(visible.challenge.life, now) }
  const { life } = challenge
  const hasEvidence = life.evidence.creator + life.evidence.opponent > 0
  const evidence = hasEvidence ? await listEvidence(reader, challenge.id) : []
  const { role } = visible
  const hasSupport = life.support.creator + life.support.opponent > 0
  const comments = hasSupport && role !== 'observer' ? await listSupportComments(reader, challenge.id) : []
  const obstacles = actions.flatMap((action) => {
    const found = findObstacle(life, visible, action)
    return found ? [{ action, why: found.message }] : []
  })
  const choices = role === 'observer' ? [] : listChoices(life, role)
  return {
    challenge,
    shown: {
      challenge: viewWithEvidence(challenge, visible, evidence, now),
      role,
      choices,
      meanings: new Map(choices.map((choice) => [choice, meaningOf(choice, life)])),
      isTheirTurn: role !== 'observer' && isTheirTurn(life, role),
      obstacles,
      comment: visible.comment,
      comments,
      settleBy: life.settleBy,
    },
  }
}
