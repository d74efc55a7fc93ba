// Removes what has had its time, in small transactions, so that nothing waits long for it.
import { removeExpiredTokens, removeRevokedTokens } from '../features/access/tokens.store.ts'
import { pruneKeys } from '../features/idempotency/idempotency.store.ts'
import { removeQuotaBefore } from '../features/limits/quota.store.ts'
import { pruneWindows } from '../features/limits/rate-windows.store.ts'
import { pruneExports } from '../features/privacy/export-lease.store.ts'
import { pruneSecurityLog } from '../features/security/security-log.store.ts'
import { pruneUsedProofs } from '../features/security/used-proofs.store.ts'
import { forgetBrowsers } from '../features/sessions/known-browsers.store.ts'
import { endedBefore } from '../features/sessions/session.rules.ts'
import { removeEndedSessions } from '../features/sessions/session.store.ts'
import { removeOldSignIns } from '../features/sign-in/sign-in.store.ts'
import { DAY_MS, HOUR_MS, monthOf } from '../kernel/instants.ts'
import type { Store, Tx } from '../store/store.ts'
import { StorageTrouble } from '../store/health/trouble.ts'

const BATCH = 500
/** Longer than the limits of mails to sign in look back. */
const SIGN_INS_KEPT_MS = 25 * HOUR_MS
const BROWSERS_KEPT_MS = 400 * DAY_MS
/** Longer than a proof would be taken. */
const PROOFS_KEPT_MS = DAY_MS
/** As long as the security log tells of them. */
const TOKENS_KEPT_MS = 90 * DAY_MS
/** For some, the month before may not be over yet. */
const CLOCKS_DIFFER_MS = DAY_MS

const prunings: readonly Prune[] = [
  pruneWindows,
  (tx, now, limit) => removeOldSignIns(tx, now - SIGN_INS_KEPT_MS, limit),
  (tx, now, limit) => removeEndedSessions(tx, endedBefore(now), limit),
  (tx, now, limit) => forgetBrowsers(tx, now - BROWSERS_KEPT_MS, limit),
  (tx, now, limit) => pruneUsedProofs(tx, now - PROOFS_KEPT_MS, limit),
  pruneSecurityLog,
  (tx, now, limit) => removeRevokedTokens(tx, now - TOKENS_KEPT_MS, limit),
  (tx, now, limit) => removeExpiredTokens(tx, now - TOKENS_KEPT_MS, limit),
  (tx, now, limit) => removeQuotaBefore(tx, monthOf(now - CLOCKS_DIFFER_MS), limit),
  pruneExports,
]

type Prune = (tx: Tx, now: number, limit: number) => Promise<number>

const pruneIn = async (store: Store, prune: Prune, now: number): Promise<void> => {
  while ((await store.write((tx) => prune(tx, now, BATCH))) === BATCH) {
    // Each batch is a transaction of its own.
  }
}

/** One that fails holds no other up. */
export const pruneAll = async (store: Store, now: number): Promise<void> => {
  const failures: unknown[] = []
  for (const prune of prunings) {
    await pruneIn(store, prune, now).catch((error: unknown) => failures.push(error))
  }
  const [cause] = failures
  // Storage that is away is told by its own name.
  if (cause instanceof StorageTrouble) throw cause
  if (failures.length > 0) {
    throw new AggregateError(failures, 'some pruning failed; it will be tried again', { cause })
  }
}

/** More often than all else: some of them hold a secret that was shown once, for a minute. */
export const pruneAnswers = (store: Store, now: number): Promise<void> => pruneIn(store, pruneKeys, now)
