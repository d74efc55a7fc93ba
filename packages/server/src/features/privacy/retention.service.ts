// Erases people who are known only by address and have been part of nothing for 90 days, one in a transaction.
import type { PersonId } from '../../kernel/ids.ts'
import type { Store, Tx } from '../../store/store.ts'
import { IDLE_MS } from '../access/accounts.store.ts'
import { makeUnreachable } from './erasure.service.ts'
import { judgeIdle } from './retention.rules.ts'
import { listIdle, lockStanding, setLookAt } from './retention.store.ts'

const AT_ONCE = 100

/** Looks at everyone who is to be looked at by now. */
export const eraseIdle = async (store: Store, now: number): Promise<void> => {
  for (let more = true; more;) {
    const ids = await listIdle(store, now, AT_ONCE)
    for (const id of ids) await store.write((tx) => lookAt(tx, id, now))
    more = ids.length === AT_ONCE
  }
}

const lookAt = async (tx: Tx, personId: PersonId, now: number): Promise<void> => {
  const standing = await lockStanding(tx, personId, now)
  if (!standing) return
  const decision = judgeIdle(standing, now, IDLE_MS)
  // Nobody asked for it, so the address may be written to again: no hash of it stays.
  if (decision === 'erase') await makeUnreachable(tx, personId, null, now)
  else await setLookAt(tx, personId, decision === 'keep' ? null : decision.lookAt)
}
