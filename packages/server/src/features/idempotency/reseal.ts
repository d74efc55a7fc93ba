// Re-encrypts remembered responses when SECRET_KEY is replaced. All of them stay.
import type { Keyring } from '../../kernel/keyring.ts'
import { forUpdate } from '../../store/dialect.ts'
import { sql } from '../../store/statements/statement.ts'
import type { Store } from '../../store/store.ts'
import { rewriteSealed, type KeyRow, type ResponseCursor } from './erase.store.ts'
import { openResponse, sealResponse } from './sealed-response.store.ts'

const AT_ONCE = 500

const listAll = sql<KeyRow, [...cursor: ResponseCursor, limit: number]>(
  'idempotency.list_keys',
  `select owner_id, actor_id, key, answer from idempotency_keys
   where answer is not null and (owner_id, actor_id, key) > ($1, $2, $3)
   order by owner_id, actor_id, key limit $4 ${forUpdate}`,
)

/** Encrypts with the first key what an older one encrypted; what no key opens is left to its end. */
export const resealResponses = async (
  store: Store,
  keys: Keyring,
  onLooked: (count: number) => void,
): Promise<void> => {
  for (let after: ResponseCursor | undefined = ['', '', '']; after !== undefined;) {
    const from: ResponseCursor = after
    const { count, next } = await store.write(async (tx) => {
      const rows = await tx.all(listAll, ...from, AT_ONCE)
      for (const { owner_id, actor_id, key, answer } of rows) {
        if (keys.isCurrent('remembered-answer', answer) || !keys.knows('remembered-answer', answer)) continue
        const owner = { ownerId: owner_id, actorId: actor_id, key }
        const sealed = sealResponse(keys, owner, openResponse(keys, owner, answer))
        tx.enqueue(rewriteSealed, { owner_id, actor_id, key, answer: sealed })
      }
      const last = rows.at(-1)
      const cursor: ResponseCursor | undefined = last && [last.owner_id, last.actor_id, last.key]
      return { count: rows.length, next: rows.length === AT_ONCE ? cursor : undefined }
    })
    onLooked(count)
    after = next
  }
}
