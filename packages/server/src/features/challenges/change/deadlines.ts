// The clock at work: writes the moves that are owed, one challenge in a transaction, a bounded number in a run.
// Safe on several nodes: the second one to lock a challenge finds that nothing is owed any more.
import type { Store } from '../../../store/store.ts'
import type { Challenge } from '../rules/life.rules.ts'
import { listDueIds } from '../storage/challenge.store.ts'
import { changeById, type Change } from './change.ts'

const AT_ONCE = 100

/** How many were looked at; when it is as many as could be, there may be more. */
export const runDeadlines = async (store: Store, now: number): Promise<{ readonly mayBeMore: boolean }> => {
  const ids = await listDueIds(store, now, AT_ONCE)
  for (const id of ids) await store.write((tx) => changeById(tx, id, now, leaveAsItIs))
  return { mayBeMore: ids.length === AT_ONCE }
}

/** What the clock owes is written all the same. */
const leaveAsItIs = (challenge: Challenge): Change => ({ challenge, result: undefined })
