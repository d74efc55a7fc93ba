// What is mailed to someone whose account has moved to another address. All that went to the one before may never have
// been read: its links end, and a proposal that it told of counts as untold.
import type { PersonId } from '../../kernel/ids.ts'
import { queueTogether, recallMails } from '../../mail/outbox/outbox.store.ts'
import type { Preferences } from '../../mail/preferences/preferences.rules.ts'
import type { Tx } from '../../store/store.ts'
import { inviteAgain, makeFreshLinks } from '../challenges/link/fresh-links.service.ts'
import { endAllLinks } from '../challenges/link/link.store.ts'
import { sendMissedNotices } from '../challenges/notices/notice.service.ts'
import { takeNoticesBack } from '../challenges/notices/notice.store.ts'
import { renewLeaveLinks } from '../groups/leave-links.service.ts'

export const mailAnew = async (
  tx: Tx,
  personId: PersonId,
  wants: Pick<Preferences, 'nothingAt' | 'stoppedAt'>,
  now: number,
): Promise<void> => {
  await recallMails(tx, personId, now)
  await endAllLinks(tx, personId)
  await takeNoticesBack(tx, personId, 'mail', now)
  const told = new Set(await sendMissedNotices(tx, personId, now))
  await inviteAgain(tx, personId, now)
  const links = [
    ...(await makeFreshLinks(tx, personId, told, now)),
    ...(await renewLeaveLinks(tx, personId, now)),
  ]
  // No stop holds for mails about the account, but a person who wants nothing at all is spared these.
  if (wants.nothingAt === null && wants.stoppedAt === null) queueTogether(tx, links, now)
}
