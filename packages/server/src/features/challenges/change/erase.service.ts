// Takes a party out of a challenge: their name and words go, what is open ends, and the others are told.
import type { Party } from '@challenge-service/contract'
import type { Tx } from '../../../store/store.ts'
import { uncountStake } from '../../statistics/erase.store.ts'
import { clockHappenings, saveChange, tell, type Happening } from './change.ts'
import { lockForClock, personOf } from '../storage/challenge.store.ts'
import { withoutLapsed } from '../rules/clock.rules.ts'
import { cancelledBySystem, REMOVED, withoutParty } from '../rules/erase.rules.ts'
import { eraseEvidence, saveWords } from '../storage/erase.store.ts'
import { faceOf } from '../snapshot/snapshot.view.ts'
import { isClosed, otherParty, type Challenge } from '../rules/life.rules.ts'

export interface ErasedParty {
  readonly party: Party
  /** Whom the challenge is with. */
  readonly otherId: string
  /** The challenge was open, so the feeds of others are locked until the commit. */
  readonly wasOpen: boolean
}

/** Doing it twice is doing it once. Undefined where they are no party of it. */
export const eraseParty = async (
  tx: Tx,
  challengeId: string,
  personId: string,
  now: number,
): Promise<ErasedParty | undefined> => {
  const before = await lockForClock(tx, challengeId)
  const party = before && partyOfPerson(before, personId)
  if (!before || !party) return undefined
  const cleaned = withoutParty(before, party)
  await saveWords(tx, cleaned, faceOf(cleaned))
  await eraseEvidence(tx, challengeId, party, REMOVED)
  const wasOpen = !isClosed(before.life)
  const happenings = wasOpen ? await end(tx, cleaned, now) : []
  const { groupId, stake } = before
  if (groupId !== null && stake !== cleaned.stake) await uncountStake(tx, groupId, stake)
  await tell(tx, happenings, now, personId)
  return { party, otherId: personOf(before, otherParty(party)), wasOpen }
}

/** First what the clock owes; what is open after that is cancelled. */
const end = async (tx: Tx, cleaned: Challenge, now: number): Promise<readonly Happening[]> => {
  const clock = clockHappenings(cleaned, now)
  const current = withoutLapsed(clock.at(-1)?.challenge.life ?? cleaned.life, now)
  const life = isClosed(current) ? current : cancelledBySystem(current, now)
  const challenge = await saveChange(tx, cleaned, { life, opponentName: cleaned.opponentName }, now)
  return isClosed(current)
    ? clock
    : [...clock, { type: 'challenge.cancelled', actor: 'system', at: now, challenge }]
}

const partyOfPerson = ({ creatorId, opponentId }: Challenge, personId: string): Party | undefined =>
  personId === creatorId ? 'creator' : personId === opponentId ? 'opponent' : undefined
