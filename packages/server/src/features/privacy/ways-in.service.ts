// The ways into an account, where all of them end: with its erasure.
import type { AccountId } from '../../kernel/ids.ts'
import type { Tx } from '../../store/store.ts'
import { removeCalendar } from '../calendar/calendar.store.ts'
import { removePasskeys } from '../passkeys/passkey.store.ts'
import { forgetSecurityLog } from '../security/security-log.store.ts'
import { forgetBrowsersOf } from '../sessions/known-browsers.store.ts'
import { removeExports } from './export-lease.store.ts'
import { removeSessions } from '../sessions/session.store.ts'

/** From the commit on nobody is signed in, no device signs in, and no calendar is read; a download that runs ends soon. */
export const endWaysIn = async (tx: Tx, accountId: AccountId): Promise<void> => {
  await removeSessions(tx, accountId, null)
  await removePasskeys(tx, accountId)
  await removeCalendar(tx, accountId)
  await removeExports(tx, accountId)
}

/** At most so many of each trace are forgotten; tells how many of the one that had more. */
export const forgetWaysIn = async (tx: Tx, accountId: AccountId, limit: number): Promise<number> =>
  Math.max(await forgetSecurityLog(tx, accountId, limit), await forgetBrowsersOf(tx, accountId, limit))
