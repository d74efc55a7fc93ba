// What is done, and said, where the operator goes on without a key that the database needs.
import type { Keyring, StoredUse } from '../../kernel/keyring.ts'
import type { Store } from '../../store/store.ts'
import { replaceLostSecrets } from '../webhooks/lost-secrets.ts'
import { findMissing, listWithout, loadKeys, loadWithNewKey } from './load.service.ts'

export interface Accepted {
  readonly keys: Keyring
  /** Lines that say what is lost; none where every key is there. */
  readonly lost: readonly string[]
}

/** The key is noted last: interrupted before, the next start does the whole of it once more. */
export const acceptNewKey = async (store: Store, secrets: Keyring, now: number): Promise<Accepted> => {
  const missing = await findMissing(store, secrets)
  if (missing.length === 0) return { keys: await loadKeys(store, secrets, now), lost: [] }
  const uses = await listWithout(store, secrets)
  const webhooks = await replaceLostSecrets(store, secrets, now)
  return { keys: await loadWithNewKey(store, secrets, now), lost: describeLoss(missing, uses, webhooks) }
}

const describeLoss = (
  missing: readonly string[],
  uses: readonly StoredUse[],
  webhooks: readonly string[],
): readonly string[] => [
  `going on without the key ${missing.join(', ')}; given again behind the new one, it brings all of this back but the signing secrets and headers of webhooks:`,
  uses.includes('address')
    ? 'addresses that wanted no mails, erased ones among them, are forgotten: they will be written to again'
    : 'addresses that wanted no mails are still known',
  uses.includes('link') || uses.includes('cursor')
    ? 'links in mails that were sent, and cursors that were given out, are refused'
    : 'links in mails that were sent, and cursors that were given out, still hold',
  'a call that was answered with that key in the last 24 hours, and is repeated with its Idempotency-Key, is answered by internal_error; nothing is done twice',
  webhooks.length === 0
    ? 'no webhook lost its signing secret or headers'
    : `webhooks that lost their signing secret or headers are switched off, until their owners rotate the secret, set the headers again and enable them: ${webhooks.join(', ')}`,
]
