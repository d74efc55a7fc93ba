// How much waits in the database, and how old its last backup is.
import { readSignInDepth } from '../../features/sign-in/depth.store.ts'
import { readDepth } from '../../features/webhooks/depth.store.ts'
import { readMailDepth } from '../../mail/outbox/depth.store.ts'
import { findLastBackupAt } from '../../store/health/last-backup.ts'
import type { Reader } from '../../store/store.ts'

interface Waiting {
  readonly waiting: number
  readonly oldestAt: number | null
}

export interface Depths {
  readonly deliveries: Waiting
  readonly mails: Readonly<Record<'notice' | 'sign_in', Waiting>>
  /** Null where none was ever made. */
  readonly backupAt: number | null
}

export const readDepths = async (reader: Reader, now: number): Promise<Depths> => {
  const [deliveries, notice, signIn, backupAt] = await Promise.all([
    readDepth(reader),
    readMailDepth(reader, now),
    readSignInDepth(reader, now),
    findLastBackupAt(reader),
  ])
  return { deliveries, mails: { notice, sign_in: signIn }, backupAt }
}
