// Finds the person whom a new challenge is made against. By an address anyone can be named, known or not. Otherwise it is
// someone whom the token reaches already, and whoever it does not reach is not there, in the same words for every reason.
import type { PersonId, UncheckedId } from '../../kernel/ids.ts'
import { notVisible, refuse } from '../../kernel/refusal.ts'
import type { Tx } from '../../store/store.ts'
import { ensurePerson, ensurePersonInGroup, findPersonById } from '../access/accounts.store.ts'
import type { Actor } from '../access/actor.ts'
import { findMemberById } from '../access/groups.store.ts'
import { findRematchParty, type NamedOpponent } from './rules/opponent.rules.ts'
import { getPersonId, otherParty } from './rules/party.rules.ts'
import { findVisible } from './storage/challenge.store.ts'

export const getOpponent = async (
  tx: Tx,
  actor: Actor,
  named: NamedOpponent,
  now: number,
): Promise<PersonId> => {
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

/** With an account's token also of a challenge that a group's token made: the same two people, and no group then. */
const findPlayedWith = async (
  tx: Tx,
  actor: Actor,
  challengeId: UncheckedId<'challenge'>,
  now: number,
): Promise<PersonId | undefined> => {
  const played = await findVisible(tx, actor, challengeId)
  const party = played && findRematchParty(played.challenge.life, played.role, now)
  if (!party) return undefined
  const otherId = getPersonId(played.challenge, otherParty(party))
  const other = await findPersonById(tx, otherId)
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
