// Leaving a group by the link of a mail.
import type { LeaveLink } from '../../mail/messages/links.ts'
import { noInput, operation, type OperationCall } from '../operation.ts'
import { leaveByLink } from './leave.service.ts'

/** Found: the link. */
export const leaveGroupByLink = operation({
  name: 'groups.leave_by_link',
  by: 'person',
  input: noInput,
  run: (tx, { found, now }: OperationCall<'person', object, LeaveLink>) => leaveByLink(tx, found, now),
})
