// The links by which someone leaves their groups, when the address that those were mailed to is theirs no more.
import type { PersonId } from '../../kernel/ids.ts'
import type { MemberNotice } from '../../mail/notice.rules.ts'
import type { Tx } from '../../store/store.ts'
import { LEAVE_MS } from './leave.rules.ts'
import { endLeaveLinksOf, listTold } from './leave.store.ts'

/** Of more than these groups there is no new link at once: their admins can be asked. */
const AT_MOST = 50

/** Ends all that they have, and gives a new one for each group that a mail had told them of. */
export const renewLeaveLinks = async (
  tx: Tx,
  personId: PersonId,
  now: number,
): Promise<readonly MemberNotice[]> => {
  await endLeaveLinksOf(tx, personId)
  const told = await listTold(tx, personId, AT_MOST)
  return told.map(({ id, group_id, group_name, joined_at }) => ({
    kind: 'member_added',
    class: 'account',
    personId,
    ownerId: group_id,
    causerId: personId,
    throughId: null,
    challengeId: null,
    deadline: { stage: 'leave', by: now + LEAVE_MS },
    facts: {
      memberId: id,
      joinedAt: joined_at,
      groupName: group_name,
      byName: null,
      isFirst: false,
      isNewLink: true,
    },
  }))
}
