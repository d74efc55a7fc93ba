// A challenge in the version that a person is asked about, and whether it still is the same when they have answered.
import type { Challenge } from '@challenge-service/contract'
import type { UncheckedId } from '../../../kernel/ids.ts'
import { refuse } from '../../../kernel/refusal.ts'
import type { Reader, Tx } from '../../../store/store.ts'
import type { Viewer } from '../../access/actor.ts'
import { viewChallenge } from '../reading/challenge.view.ts'
import { catchUp } from '../rules/clock.rules.ts'
import { versionOf } from '../rules/version.rules.ts'
import { findVisible, lockVisible } from '../storage/challenge.store.ts'

type Reading = Pick<Viewer, 'personId' | 'groupId'>

export interface ChallengeVersion {
  readonly version: string
  /** As they see it, caught up with the clock. */
  readonly challenge: Challenge
}

/** Undefined where there is nothing that they can see. */
export const findVersion = async (
  reader: Reader,
  viewer: Reading,
  id: UncheckedId<'challenge'>,
  now: number,
): Promise<ChallengeVersion | undefined> => {
  const visible = await findVisible(reader, viewer, id)
  if (!visible) return undefined
  const { challenge } = visible
  const current = { ...challenge, life: catchUp(challenge.life, now) }
  return { version: versionOf(challenge, now), challenge: viewChallenge(current, visible, now) }
}

/** What cannot be seen any more is refused by what comes after. It stays locked, so that nobody changes it before. */
export const checkVersion = async (
  tx: Tx,
  viewer: Reading,
  id: UncheckedId<'challenge'>,
  version: string,
  now: number,
): Promise<void> => {
  const visible = await lockVisible(tx, viewer, id)
  if (!visible || versionOf(visible.challenge, now) === version) return
  throw refuse(
    'invalid_state',
    'changed_since',
    'Nothing was done: the challenge has changed since its person was asked. Look at it, and ask them again.',
  )
}
