// Someone who is signed in, acting as a member of a group of theirs: by the name that they have there, on the group's
// quota, and still by their own hand.
import type { Actor } from '../../features/access/actor.ts'
import { findActingMember } from '../../features/access/acting-member.store.ts'
import type { UncheckedId } from '../../kernel/ids.ts'
import { monthOf } from '../../kernel/instants.ts'
import { refuse } from '../../kernel/refusal.ts'
import type { SiteRoom } from './room.ts'
import type { SignedInVisit } from './visit.ts'

/** In the same words for a group that they have left, one of others, one that is being deleted, and one that is none. */
export const getActingMember = async (
  { floor: { store } }: Pick<SiteRoom, 'floor'>,
  { signedIn: { actor, sessionId }, now }: SignedInVisit,
  groupId: UncheckedId<'group'>,
): Promise<Actor> => {
  const member = await findActingMember(store, actor.personId, groupId, monthOf(now))
  if (!member) {
    throw refuse('forbidden', 'not_a_member', 'You are no member of this group.', {
      fields: [{ field: 'group', message: 'must be one that you are a member of' }],
    })
  }
  return {
    caller: {
      ...actor.caller,
      credentialId: sessionId,
      kind: 'group',
      ownerId: member.group_id,
      account: null,
      group: { id: member.group_id, name: member.group_name },
      ownQuota: member.quota,
      quotaUsed: member.quota_used ?? 0,
    },
    personId: actor.personId,
    email: actor.email,
    byOwnHand: true,
    id: member.id,
    firstName: member.first_name,
    groupId: member.group_id,
    groupName: member.group_name,
    role: member.role,
  }
}
