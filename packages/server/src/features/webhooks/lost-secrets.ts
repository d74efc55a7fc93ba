// Subscriptions whose signing secret went with a lost SECRET_KEY. Each is switched off, with the event that tells of
// it, and given a secret that nobody has seen: its owner rotates it and switches the subscription on again.
import type { WebhookId } from '../../kernel/ids.ts'
import type { Keyring } from '../../kernel/keyring.ts'
import { sql } from '../../store/statement.ts'
import type { Store, Tx } from '../../store/store.ts'
import { appendEvents } from '../events/append.ts'
import { lockFeed } from '../events/feed.store.ts'
import { mintSecret, sealSecret } from './secret.ts'
import { switchOff } from './switch.service.ts'
import { findAnyWebhook } from './webhook.store.ts'

const AT_ONCE = 500

interface LostSecretRow {
  readonly id: WebhookId
  readonly secret: Uint8Array
  readonly old_secret: Uint8Array | null
}

const list = sql<LostSecretRow, [after: string, limit: number]>(
  'webhooks.list_sealed',
  'select id, secret, old_secret from webhooks where id > $1 and deleted_at is null order by id limit $2',
)

const renew = sql<never, [id: WebhookId, secret: Uint8Array]>(
  'webhooks.renew_secret',
  'update webhooks set secret = $2, old_secret = null, old_secret_until = null where id = $1 and deleted_at is null',
)

const dropOld = sql<never, [id: WebhookId]>(
  'webhooks.drop_old_secret',
  'update webhooks set old_secret = null, old_secret_until = null where id = $1',
)

/** The ids of those whose secret was lost. */
export const replaceLostSecrets = async (
  store: Store,
  keys: Keyring,
  now: number,
): Promise<readonly WebhookId[]> => {
  const isLost = (sealed: Uint8Array | null): boolean =>
    sealed !== null && !keys.knows('signing-secret', sealed)
  const lost: WebhookId[] = []
  for (let after: string | undefined = ''; after !== undefined;) {
    const rows: readonly LostSecretRow[] = await store.all(list, after, AT_ONCE)
    for (const { id, secret, old_secret } of rows) {
      if (isLost(secret)) {
        await store.write((tx) => replaceOne(tx, keys, id, now))
        lost.push(id)
      } else if (isLost(old_secret)) {
        await store.write((tx) => tx.run(dropOld, id))
      }
    }
    after = rows.length === AT_ONCE ? rows.at(-1)?.id : undefined
  }
  return lost
}

const replaceOne = async (tx: Tx, keys: Keyring, id: WebhookId, now: number): Promise<void> => {
  const seen = await findAnyWebhook(tx, id)
  if (!seen) return
  await lockFeed(tx, seen.feedId)
  const webhook = await findAnyWebhook(tx, id)
  if (!webhook) return
  await tx.run(renew, id, sealSecret(keys, id, mintSecret()))
  if (webhook.status === 'active')
    await appendEvents(tx, [await switchOff(tx, webhook, 'failures', now)], now)
}
