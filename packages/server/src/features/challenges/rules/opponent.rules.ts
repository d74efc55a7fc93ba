// Whom a new challenge is made against: someone with an address, a member of the group, or the other person of a
// challenge that has ended.
import type { ChallengeStatus, endpoints, InputOf, Party, Role } from '@challenge-service/contract'
import type { UncheckedId } from '../../../kernel/ids.ts'
import { Fault } from '../../../kernel/refusal.ts'
import { catchUp } from './clock.rules.ts'
import { isClosed, type Life } from './life.rules.ts'

/** The one way in which the opponent was named. */
export type NamedOpponent =
  | { readonly by: 'address'; readonly address: string }
  | { readonly by: 'member'; readonly memberId: UncheckedId<'member'> }
  | { readonly by: 'rematch'; readonly challengeId: UncheckedId<'challenge'> }

type Naming = Pick<
  InputOf<typeof endpoints.createChallenge>,
  'opponent_email' | 'opponent_member_id' | 'rematch_of'
>

/** The input was checked: there is exactly one. */
export const readOpponent = ({ opponent_email, opponent_member_id, rematch_of }: Naming): NamedOpponent => {
  if (opponent_email !== undefined) return { by: 'address', address: opponent_email }
  if (opponent_member_id !== undefined) return { by: 'member', memberId: opponent_member_id }
  if (rematch_of !== undefined) return { by: 'rematch', challengeId: rematch_of }
  throw new Fault('a challenge without an opponent was let in')
}

/** The party that may play this challenge again: one of the two, once both have played it to an end. */
export const findRematchParty = (written: Life, role: Role, now: number): Party | undefined =>
  findPlayedParty(catchUp(written, now), role)

/** The same of a challenge as it stands now. */
export const findPlayedParty = (
  { status, acceptedAt }: { readonly status: ChallengeStatus; readonly acceptedAt: unknown },
  role: Role,
): Party | undefined =>
  role !== 'observer' && acceptedAt !== null && isClosed({ status }) ? role : undefined
