// Ends the memberships of someone who is erased. Their groups are told; they themselves are not.
import type { PersonId } from '../../kernel/ids.ts'
import type { Tx } from '../../store/store.ts'
import { closeMemberships } from '../access/erase.store.ts'
import type { FeedEvent } from '../events/append.ts'
import { viewFeedMember } from './groups.view.ts'

/** Gives the events to append. */
export const endMemberships = async (
  tx: Tx,
  personId: PersonId,
  now: number,
): Promise<readonly FeedEvent[]> =>
  (await closeMemberships(tx, personId, now)).map((member) => ({
    feedId: member.group_id,
    at: now,
    type: 'group.member_removed',
    actor: 'system',
    challenge_id: null,
    data: { member: viewFeedMember(member) },
  }))
