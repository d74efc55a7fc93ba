// The clock at work: writes the moves that are owed, one challenge in a transaction, a bounded number in a run.
// Safe on several nodes: whoever locks a challenge second finds that nothing is owed any more.
import type { Store, Tx } from '../../../store/store.ts'
import { clockHappenings, saveChange, tell } from './change.ts'
import { listDueIds, lockForClock } from '../storage/challenge.store.ts'
import { withoutLapsed } from '../rules/clock.rules.ts'

const AT_ONCE = 100

/** How many were looked at; when it is as many as could be, there may be more. */
export const runDeadlines = async (store: Store, now: number): Promise<{ readonly mayBeMore: boolean }> => {
  const ids = await listDueIds(store, now, AT_ONCE)
  for (const id of ids) await store.write((tx) => settleDue(tx, id, now))
  return { mayBeMore: ids.length === AT_ONCE }
}

const settleDue = async (tx: Tx, id: string, now: number): Promise<void> => {
  const before = await lockForClock(tx, id)
  if (!before) return
  const happenings = clockHappenings(before, now)
  const life = withoutLapsed(happenings.at(-1)?.challenge.life ?? before.life, now)
  if (life === before.life) return
  await saveChange(tx, before, { life, opponentName: before.opponentName }, now)
  await tell(tx, happenings, now)
}
