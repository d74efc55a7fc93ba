// Replaces a key of SECRET_KEY: everything that is encrypted is re-encrypted with the first one, in small
// transactions, and then the database needs that one alone. What signs and hashes keeps its values, so nothing that
// was made before is lost: no stop, no link, no cursor.
import type { Keyring } from '../../kernel/keyring.ts'
import type { Reader, Store } from '../../store/store.ts'
import { OperatorError } from '../../kernel/operator-error.ts'
import { resealResponses } from '../idempotency/reseal.ts'
import { resealSignIns } from '../sign-in/reseal.ts'
import { resealSecrets } from '../webhooks/reseal.ts'
import { countSealed, forgetNeeded, listStored, lockNeeded, replaceStored } from './keys.store.ts'
import { beginUse, resealed } from './load.service.ts'
import { listNodesWithout } from '../nodes/nodes.store.ts'

/** The names of the keys that the database needs no more. Interrupted, it is finished by doing it once more. */
export const rotateSecret = async (
  store: Store,
  keys: Keyring,
  now: number,
  show: (done: number, total: number) => void,
): Promise<readonly string[]> => {
  await store.write(async (tx) => {
    await lockNeeded(tx)
    await refuseWhileOthersEncrypt(tx, keys, now)
    await beginUse(tx, keys, now)
  })
  const broken: string[] = []
  const total = await countSealed(store)
  let done = 0
  const onLooked = (count: number): void => show((done += count), total)
  await resealSecrets(store, keys, (webhookId) => broken.push(webhookId), onLooked)
  if (broken.length > 0)
    throw new OperatorError(`the signing secret or the headers of ${broken.join(', ')} cannot be read`)
  await resealResponses(store, keys, onLooked)
  await resealSignIns(store, keys, onLooked)
  return store.write(async (tx) => {
    const needed = await lockNeeded(tx)
    await refuseWhileOthersEncrypt(tx, keys, now)
    const stale = (await listStored(tx)).filter(
      ({ sealed }) => keys.knows('stored-key', sealed) && !keys.isCurrent('stored-key', sealed),
    )
    for (const row of stale) await replaceStored(tx, resealed(keys, row))
    const replaced = needed.map(({ id }) => id).filter((id) => id !== keys.secretId)
    for (const id of replaced) await forgetNeeded(tx, id)
    return replaced
  })
}

const refuseWhileOthersEncrypt = async (reader: Reader, keys: Keyring, now: number): Promise<void> => {
  const nodes = await listNodesWithout(reader, keys.secretId, now)
  if (nodes.length === 0) return
  throw new OperatorError(
    `${nodes.length} of the processes that serve this database do not encrypt with the first key of SECRET_KEY: ` +
      'put it first for every one of them, restart them, and run this again a minute later',
  )
}
