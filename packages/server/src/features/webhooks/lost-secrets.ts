// Subscriptions whose signing secret or headers went with a lost SECRET_KEY. Each is switched off, with the event that
// tells of it. It is given a secret that nobody has seen, and has no headers any more: its owner rotates the secret,
// sets the headers again and enables the subscription.
import type { WebhookId } from '../../kernel/ids.ts'
import type { Keyring, KeyUse } from '../../kernel/keyring.ts'
import { change } from '../../store/statements/changes.ts'
import { webhooks } from '../../store/schema/events.ts'
import { sql } from '../../store/statements/statement.ts'
import type { Store, Tx } from '../../store/store.ts'
import type { RowIn } from '../../store/statements/table.ts'
import { appendEvents } from '../events/append.ts'
import { lockFeed } from '../events/feed.store.ts'
import { mintSecret, sealSecret } from './secret.ts'
import { switchOff } from './switch.service.ts'
import { findAnyWebhook } from './webhook.store.ts'

const AT_ONCE = 500

type SealedWebhookRow = Pick<RowIn<typeof webhooks>, 'id' | 'secret' | 'old_secret' | 'headers'>

const list = sql<SealedWebhookRow, [after: string, limit: number]>(
  'webhooks.list_sealed',
  `select id, secret, old_secret, headers from webhooks
   where id > $1 and deleted_at is null order by id limit $2`,
)

const renew = change(
  webhooks,
  'webhooks.renew_secret',
  `update webhooks set secret = $secret, old_secret = null, old_secret_until = null
   where id = $id and deleted_at is null`,
)

const dropHeaders = change(
  webhooks,
  'webhooks.drop_headers',
  `update webhooks set headers = null, header_names = '' where id = $id`,
)

const dropOld = change(
  webhooks,
  'webhooks.drop_old_secret',
  'update webhooks set old_secret = null, old_secret_until = null where id = $id',
)

/** The ids of those that lost a secret or headers. */
export const replaceLostSecrets = async (
  store: Store,
  keys: Keyring,
  now: number,
): Promise<readonly WebhookId[]> => {
  const isLost = (sealed: Uint8Array | null, use: KeyUse = 'signing-secret'): boolean =>
    sealed !== null && !keys.knows(use, sealed)
  const lost: WebhookId[] = []
  for (let after: string | undefined = ''; after !== undefined;) {
    const rows: readonly SealedWebhookRow[] = await store.all(list, after, AT_ONCE)
    for (const { id, secret, old_secret, headers } of rows) {
      const losses = { secret: isLost(secret), headers: isLost(headers, 'webhook-headers') }
      if (losses.secret || losses.headers) {
        await store.write((tx) => replaceOne(tx, keys, id, losses, now))
        lost.push(id)
      } else if (isLost(old_secret)) {
        await store.write((tx) => tx.run(dropOld, { id }))
      }
    }
    after = rows.length === AT_ONCE ? rows.at(-1)?.id : undefined
  }
  return lost
}

interface Losses {
  readonly secret: boolean
  readonly headers: boolean
}

const replaceOne = async (
  tx: Tx,
  keys: Keyring,
  id: WebhookId,
  losses: Losses,
  now: number,
): Promise<void> => {
  const seen = await findAnyWebhook(tx, id)
  if (!seen) return
  await lockFeed(tx, seen.feedId)
  const webhook = await findAnyWebhook(tx, id)
  if (!webhook) return
  if (losses.secret) await tx.run(renew, { id, secret: sealSecret(keys, id, mintSecret()) })
  if (losses.headers) await tx.run(dropHeaders, { id })
  if (webhook.status === 'active')
    await appendEvents(tx, [await switchOff(tx, webhook, 'failures', now)], now)
}
