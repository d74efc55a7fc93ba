// Removes what has had its time, in small transactions, so that nothing waits long for it.
import { pruneFeedEvents } from '../features/events/feed.store.ts'
import { pruneKeys } from '../features/idempotency/idempotency.store.ts'
import { pruneWindows } from '../features/limits/rate-windows.store.ts'
import type { Store, Tx } from '../store/store.ts'

const BATCH = 500

const prunings: readonly ((tx: Tx, now: number, limit: number) => Promise<number>)[] = [
  pruneKeys,
  pruneFeedEvents,
  pruneWindows,
]

export const pruneAll = async (store: Store, now: number): Promise<void> => {
  for (const prune of prunings) {
    while ((await store.write((tx) => prune(tx, now, BATCH))) === BATCH) {
      // Each batch is a transaction of its own.
    }
  }
}
