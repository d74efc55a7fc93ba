// Signing secrets and headers outlive the SECRET_KEY that they were encrypted with: once a new one comes first, each is
// re-encrypted, so that the old one can be removed.
import type { WebhookId } from '../../kernel/ids.ts'
import type { Keyring } from '../../kernel/keyring.ts'
import { change } from '../../store/statements/changes.ts'
import { webhooks } from '../../store/schema/events.ts'
import { sql } from '../../store/statements/statement.ts'
import type { Store } from '../../store/store.ts'
import type { RowIn } from '../../store/statements/table.ts'
import { openHeaders, sealHeaders } from './sealed-headers.ts'
import { openSecret, sealSecret } from './secret.ts'

const AT_ONCE = 500

type SealedRow = Pick<RowIn<typeof webhooks>, 'id' | 'secret' | 'old_secret' | 'headers'>

const list = sql<SealedRow, [after: string, limit: number]>(
  'webhooks.list_secrets',
  `select id, secret, old_secret, headers from webhooks
   where id > $1 and deleted_at is null order by id limit $2`,
)

// Guarded by what was read: a rotation that came between has used the new key already.
const replace = change(
  webhooks,
  'webhooks.reseal',
  'update webhooks set secret = $secret, old_secret = $old_secret where id = $id and secret = $secret_before',
)

// Guarded in the same way: other headers that came between were encrypted with the new key.
const replaceHeaders = change(
  webhooks,
  'webhooks.reseal_headers',
  'update webhooks set headers = $headers where id = $id and headers = $headers_before',
)

/** One that cannot be opened is told, and left as it is: its key may come back. */
export const resealSecrets = async (
  store: Store,
  keys: Keyring,
  onError: (webhookId: WebhookId, error: unknown) => void,
  onLooked?: (count: number) => void,
): Promise<void> => {
  for (let after: string | undefined = ''; after !== undefined;) {
    const rows: readonly SealedRow[] = await store.all(list, after, AT_ONCE)
    for (const row of rows) {
      try {
        await resealSecret(store, keys, row)
        await resealHeaders(store, keys, row)
      } catch (error) {
        onError(row.id, error)
      }
    }
    onLooked?.(rows.length)
    after = rows.length === AT_ONCE ? rows.at(-1)?.id : undefined
  }
}

const resealSecret = async (
  store: Store,
  keys: Keyring,
  { id, secret, old_secret }: SealedRow,
): Promise<void> => {
  const isCurrent = (sealed: Uint8Array) => keys.isCurrent('signing-secret', sealed)
  if (isCurrent(secret) && (old_secret === null || isCurrent(old_secret))) return
  const reseal = (sealed: Uint8Array) => sealSecret(keys, id, openSecret(keys, id, sealed))
  const renewed = { secret: reseal(secret), old_secret: old_secret && reseal(old_secret) }
  await store.write((tx) => tx.run(replace, { id, ...renewed, secret_before: secret }))
}

const resealHeaders = async (store: Store, keys: Keyring, { id, headers }: SealedRow): Promise<void> => {
  if (headers === null || keys.isCurrent('webhook-headers', headers)) return
  const renewed = sealHeaders(keys, id, openHeaders(keys, id, headers))
  await store.write((tx) => tx.run(replaceHeaders, { id, headers: renewed, headers_before: headers }))
}
