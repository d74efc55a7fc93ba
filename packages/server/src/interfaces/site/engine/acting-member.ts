// Someone who is signed in, acting as a member of a group of theirs: by the name that they have there, on the group's
// quota, and still by their own hand.
import type { Actor } from '../../../features/access/actor.ts'
import { findOwnGroup } from '../../../features/groups/groups.queries.ts'
import type { UncheckedId } from '../../../kernel/ids.ts'
import { monthOf } from '../../../kernel/instants.ts'
import { refuse } from '../../../kernel/refusal.ts'
import { actForGroup } from '../pages/groups/own-group.ts'
import type { PageContext } from './page-context.ts'
import type { SignedInVisit } from './visit.ts'

/** In the same words for a group that they have left, one of others, one that is being deleted, and one that is none. */
export const getActingMember = async (
  { read }: PageContext,
  { signedIn, now }: SignedInVisit,
  groupId: UncheckedId<'group'>,
): Promise<Actor> => {
  const group = await read(findOwnGroup, signedIn.account.personId, groupId, monthOf(now))
  if (!group) {
    throw refuse('forbidden', 'not_a_member', 'You are no member of this group.', {
      fields: [{ field: 'group', message: 'must be one that you are a member of' }],
    })
  }
  return actForGroup(group, signedIn)
}
