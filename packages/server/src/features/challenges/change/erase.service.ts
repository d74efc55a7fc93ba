// Takes a party out of a challenge: their name and words go, what is open ends, and the others are told.
import type { Party } from '@challenge-service/contract'
import type { ChallengeId, PersonId } from '../../../kernel/ids.ts'
import type { Tx } from '../../../store/store.ts'
import { uncountStake } from '../../statistics/erase.store.ts'
import { cancelBySystem, REMOVED, withoutParty } from '../rules/erase.rules.ts'
import { isClosed, type Challenge } from '../rules/life.rules.ts'
import { findParty, getPersonId, otherParty } from '../rules/party.rules.ts'
import { lockById } from '../storage/challenge.store.ts'
import { eraseEvidence } from '../storage/erase.store.ts'
import { changeById, type Change } from './change.ts'

export interface ErasedParty {
  readonly party: Party
  /** Whom the challenge is with. */
  readonly otherId: PersonId
  /** The challenge was open, so the feeds of others are locked until the commit. */
  readonly wasOpen: boolean
}

/** Doing it twice is doing it once. Undefined where they are no party of it. */
export const eraseParty = async (
  tx: Tx,
  challengeId: ChallengeId,
  personId: PersonId,
  now: number,
): Promise<ErasedParty | undefined> => {
  const before = await lockById(tx, challengeId)
  const party = before && findParty(before, personId)
  if (!before || !party) return undefined
  const { groupId, stake } = before
  const write = async (): Promise<void> => {
    await eraseEvidence(tx, challengeId, party, REMOVED)
    if (groupId !== null && party === 'creator' && stake !== REMOVED) await uncountStake(tx, groupId, stake)
  }
  await changeById(tx, challengeId, now, (current) => ({ ...endBySystem(current, now), write }), {
    rewrite: (challenge) => withoutParty(challenge, party),
    except: personId,
  })
  return { party, otherId: getPersonId(before, otherParty(party)), wasOpen: !isClosed(before.life) }
}

/** What is open after the clock has had its due is cancelled. */
export const endBySystem = (current: Challenge, now: number): Change =>
  isClosed(current.life)
    ? { challenge: current, result: undefined }
    : {
        challenge: { ...current, life: cancelBySystem(current.life, now) },
        event: { type: 'challenge.cancelled', actor: 'system' },
        result: undefined,
      }
