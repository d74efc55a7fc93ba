// Finds the person whom a new challenge is made against. By an address anyone can be named, known or not. Otherwise it
// is someone whom the token reaches already; anyone else is not found, in the same words for every reason.
import type { GroupId, PersonId, UncheckedId } from '../../kernel/ids.ts'
import { notVisible, refuse } from '../../kernel/refusal.ts'
import type { Reader, Tx } from '../../store/store.ts'
import { ensurePerson, ensurePersonInGroup, findPersonById } from '../access/accounts.store.ts'
import type { Actor } from '../access/actor.ts'
import { findMember, findMemberById, findMemberNamed, type Membership } from '../access/groups.store.ts'
import { isBlocked, isBlockedByAddress } from './link/blocks.store.ts'
import { findRematchParty, type NamedOpponent } from './rules/opponent.rules.ts'
import { getPersonId, otherParty } from './rules/party.rules.ts'
import { findVisible } from './storage/challenge.store.ts'

export interface Opponent {
  readonly id: PersonId
  /** They have blocked the person who acts. */
  readonly hasBlocked: boolean
  /** The first name that the group of the token gave them; null where it does not name them. */
  readonly nameInGroup: string | null
}

export const getOpponent = async (
  tx: Tx,
  actor: Actor,
  named: NamedOpponent,
  now: number,
): Promise<Opponent> => {
  const { groupId, personId } = actor
  const [id, isBlocking] = await Promise.all([
    findOpponentId(tx, actor, named, now),
    // Sent along where it can be, which saves a round trip to the database.
    named.by === 'address' && groupId === null ? isBlockedByAddress(tx, named.address, personId) : undefined,
  ])
  const [hasBlocked, member] = await Promise.all([
    isBlocking ?? isBlocked(tx, id, personId),
    groupId === null ? undefined : findOpponentMember(tx, groupId, id, named),
  ])
  return { id, hasBlocked, nameInGroup: member?.first_name ?? null }
}

/** An address that the group does not know tells nothing of its members, even where it is that of one. */
const findOpponentMember = (
  tx: Tx,
  groupId: GroupId,
  opponentId: PersonId,
  named: NamedOpponent,
): Promise<Membership | undefined> =>
  named.by === 'address'
    ? findMemberNamed(tx, groupId, opponentId, named.address)
    : findMember(tx, groupId, opponentId)

const findOpponentId = async (tx: Tx, actor: Actor, named: NamedOpponent, now: number): Promise<PersonId> => {
  if (named.by === 'address') {
    return actor.groupId === null
      ? ensurePerson(tx, named.address, now)
      : ensurePersonInGroup(tx, actor.groupId, named.address, now)
  }
  const found =
    named.by === 'member'
      ? await findOtherMember(tx, actor, named.memberId)
      : await findPlayedWith(tx, actor, named.challengeId, now)
  if (found === undefined) throw notVisible()
  return found
}

const findOtherMember = async (
  tx: Tx,
  { groupId, personId }: Actor,
  memberId: UncheckedId<'member'>,
): Promise<PersonId | undefined> => {
  if (groupId === null) throw groupTokenNeeded()
  const member = await findMemberById(tx, groupId, memberId)
  return member?.person_id === personId ? undefined : member?.person_id
}

/**
 * The other person of a challenge that can be played again; undefined where it cannot. With an account's token also one
 * that was made in a group: the same two people, and no group then.
 */
export const findPlayedWith = async (
  reader: Reader,
  actor: Pick<Actor, 'personId' | 'groupId'>,
  challengeId: UncheckedId<'challenge'>,
  now: number,
): Promise<PersonId | undefined> => {
  const played = await findVisible(reader, actor, challengeId)
  const party = played && findRematchParty(played.challenge.life, played.role, now)
  if (!party) return undefined
  const otherId = getPersonId(played.challenge, otherParty(party))
  const other = await findPersonById(reader, otherId)
  // Without an address: they were erased.
  return other && other.email !== null ? otherId : undefined
}

const groupTokenNeeded = () =>
  refuse(
    'invalid_request',
    'group_token_needed',
    'Only a token of the group can name its members. Send opponent_email or rematch_of with this token.',
    { fields: [{ field: 'opponent_member_id', message: 'needs a token of the group' }] },
  )
