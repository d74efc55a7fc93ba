// A process that serves says so, again and again, with the key that it encrypts with: that key is needed meanwhile,
// and no rotation may take it away.
import type { Keyring } from '../../kernel/keyring.ts'
import { OperatorError } from '../../kernel/operator-error.ts'
import type { Store, Tx } from '../../store/store.ts'
import { listNeeded, lockNeeded } from './keys.store.ts'
import { beginUse } from './load.service.ts'
import { NODES_TOPIC, removeNode, seeNode } from '../nodes/nodes.store.ts'

export const showNode = (store: Store, keys: Keyring, nodeId: string, now: number): Promise<void> =>
  store.write(async (tx) => {
    await refuseWhileCopied(tx)
    await lockNeeded(tx)
    await beginUse(tx, keys, now)
    await seeNode(tx, nodeId, keys.secretId, now)
    tx.signal(NODES_TOPIC)
  })

/** What is written while the database is copied would be missing in the copy. */
export const refuseWhileCopied = async (tx: Tx): Promise<void> => {
  if ((await tx.first(tx.dialect.mayServe))?.is_free !== 1) {
    throw new OperatorError(
      'this database is being copied: start again when `challenge-service copy` has ended',
    )
  }
}

export const hideNode = (store: Store, nodeId: string, now: number): Promise<void> =>
  store.write((tx) => removeNode(tx, nodeId, now))

/** Whether this process can open whatever the others encrypt. */
export const holdsEveryKey = async (store: Store, keys: Keyring): Promise<boolean> => {
  const held = new Set(keys.secretIds)
  return (await listNeeded(store)).every(({ id }) => held.has(id))
}
