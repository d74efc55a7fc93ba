// Whether a secret that is about to be shown is still the one that signs: it may have been rotated since it was made.
import type { WebhookId } from '../../kernel/ids.ts'
import type { Keyring } from '../../kernel/keyring.ts'
import { sql } from '../../store/statements/statement.ts'
import type { Reader } from '../../store/store.ts'
import { openSecret } from './secret.ts'

const find = sql<{ readonly secret: Uint8Array }, [webhookId: WebhookId]>(
  'webhooks.find_current_secret',
  'select secret from webhooks where id = $1 and deleted_at is null',
)

/** False also where the subscription is gone. */
export const isCurrentSecret = async (
  reader: Reader,
  keys: Keyring,
  webhookId: WebhookId,
  secret: string,
): Promise<boolean> => {
  const found = await reader.first(find, webhookId)
  return found !== undefined && openSecret(keys, webhookId, found.secret) === secret
}
