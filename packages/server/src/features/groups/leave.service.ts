// Leaving a group by the link of a mail: no token, no plan, the same way as a call.
import type { PersonId } from '../../kernel/ids.ts'
import type { LeaveLink } from '../../mail/messages/links.ts'
import type { Reader, Tx } from '../../store/store.ts'
import { findLinked, type LinkedRow } from './leave.store.ts'
import { leaveOrRemove } from './membership.ts'

/** The membership of a link, as its own person sees it. */
export interface Leaving {
  readonly groupName: string
  /** What the members of the group call them. */
  readonly firstName: string
  /** False once they have left, were removed, or have come back since: then there is another link. */
  readonly isOpen: boolean
  /** They are a member now, by this joining or by another. */
  readonly isMember: boolean
  /** They left by themselves. */
  readonly hasLeft: boolean
  readonly personId: PersonId
  /** Their own, for the link to their mails. */
  readonly address: string
  /** They want links to lead to signing in, and to act for nobody. */
  readonly signsIn: boolean
}

/** They have another address since it was mailed: a reader of the old inbox learns nothing by it. */
const hasEnded = ({ leave_link }: LinkedRow, { number }: LeaveLink): boolean => number < leave_link

const isOpen = (row: LinkedRow, link: LeaveLink): boolean =>
  row.left_at === null && row.joined_at === link.joinedAt && !hasEnded(row, link)

/** Undefined where there is no such membership any more. */
export const findLeaving = async (
  reader: Reader,
  link: LeaveLink,
): Promise<Leaving | 'link_ended' | undefined> => {
  const row = await findLinked(reader, link.memberId)
  // An old mail is no way back for someone who was erased.
  if (!row || row.email === null) return undefined
  if (hasEnded(row, link)) return 'link_ended'
  return {
    groupName: row.group_name,
    firstName: row.first_name,
    isOpen: isOpen(row, link),
    isMember: row.left_at === null,
    hasLeft: row.left_by === 'self',
    personId: row.person_id,
    address: row.email,
    signsIn: row.links_sign_in === 1,
  }
}

/** `over`: there was nothing left to leave, and nothing is changed. */
export type Left = 'left' | 'over' | 'last_admin'

export const leaveByLink = async (tx: Tx, link: LeaveLink, now: number): Promise<Left> => {
  const row = await findLinked(tx, link.memberId)
  if (!row || !isOpen(row, link)) return 'over'
  const ended = await leaveOrRemove(tx, row.group_id, link.memberId, 'self', now)
  return ended === 'ended' ? 'left' : ended === 'absent' ? 'over' : 'last_admin'
}
