// Opens a session for an account, and ends it. The value of a session is known to its browser alone.
import type { AccountId, SessionId } from '../../kernel/ids.ts'
import { newId } from '../../kernel/ids.ts'
import { hashSecretValue, makeSecretValue } from '../../kernel/secret-value.ts'
import type { Tx } from '../../store/store.ts'
import type { Browser } from '../operation.ts'
import { noteBrowser } from './known-browsers.store.ts'
import { insertSession, keepNewestSessions } from './session.store.ts'
import { SESSIONS_AT_MOST } from './session.rules.ts'

/** Always a new value, whatever the browser brought along. */
export const openSession = async (
  tx: Tx,
  accountId: AccountId,
  browser: Browser,
  now: number,
): Promise<{ readonly id: SessionId; readonly value: string }> => {
  const value = makeSecretValue()
  const id = newId('session', now)
  await insertSession(
    tx,
    { id, accountId, hash: hashSecretValue(value), browserHash: browser.hash, browser: browser.name },
    now,
  )
  await keepNewestSessions(tx, accountId, SESSIONS_AT_MOST)
  await noteBrowser(tx, accountId, browser.hash, now)
  return { id, value }
}
