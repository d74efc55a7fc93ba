// The way from a challenge that was played to the next one with the same person.
import type { Challenge } from '@challenge-service/contract'
import { SOMEONE } from '../../../../features/challenges/rules/erase.rules.ts'
import { findPlayedParty } from '../../../../features/challenges/rules/opponent.rules.ts'
import { html, type Html } from '../../../../kernel/html.ts'
import { nameOf, otherOf, type SeenChallenge } from '../../../../wording/names.ts'
import { NEW_CHALLENGE_PATH } from '../../../http/site-links.ts'

type Ended = SeenChallenge & Pick<Challenge, 'id' | 'accepted_at'>

/** Null where the rules allow none, and where the other party was erased. */
export const rematchLink = (challenge: Ended): Html | null => {
  const { id, status, accepted_at, role } = challenge
  const party = findPlayedParty({ status, acceptedAt: accepted_at }, role)
  if (party === undefined) return null
  const other = nameOf(challenge, otherOf(party))
  return other === SOMEONE
    ? null
    : html`<a class="button" href="${NEW_CHALLENGE_PATH}?rematch_of=${id}"
        ><span>Play again with <bdi>${other}</bdi></span></a
      >`
}
