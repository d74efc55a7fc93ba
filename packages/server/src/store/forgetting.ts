// Remembered answers that are written anew. Where a person is taken out, one's own are forgotten, and another's goes on
// without the person, so that a repeated key still does nothing twice. Where SECRET_KEY is replaced, all stay.
import type { Keyring } from '../kernel/keyring.ts'
import { Fault } from '../kernel/refusal.ts'
import { forUpdate } from './dialect.ts'
import { openAnswer, sealAnswer, type KeyOwner } from './idempotency.ts'
import { sql } from './statement.ts'
import type { Store, Tx } from './store.ts'

const oldest = (where: string): string =>
  `delete from idempotency_keys where (owner_id, actor_id, key) in (
     select owner_id, actor_id, key from idempotency_keys where ${where})`

const forgetOwner = sql<never, [ownerId: string, limit: number]>(
  'store.forget_keys_of_owner',
  oldest('owner_id = $1 order by actor_id, key limit $2'),
)

const forgetActor = sql<never, [ownerId: string, limit: number, actorId: string]>(
  'store.forget_keys_of_actor',
  oldest('owner_id = $1 and actor_id = $3 order by key limit $2'),
)

/** At most so many keys of an owner, or of one acting person of it; tells how many. */
export const forgetKeys = (
  tx: Tx,
  { ownerId, actorId }: { readonly ownerId: string; readonly actorId?: string },
  limit: number,
): Promise<number> =>
  actorId === undefined ? tx.run(forgetOwner, ownerId, limit) : tx.run(forgetActor, ownerId, limit, actorId)

interface KeyRow {
  readonly owner_id: string
  readonly actor_id: string
  readonly key: string
  readonly answer: Uint8Array
}

const listAbout = sql<
  KeyRow,
  [subjectId: string, ownerId: string, actorId: string, key: string, limit: number]
>(
  'store.list_keys_about',
  `select owner_id, actor_id, key, answer from idempotency_keys
   where subject_id = $1 and answer is not null and (owner_id, actor_id, key) > ($2, $3, $4)
   order by owner_id, actor_id, key limit $5 ${forUpdate}`,
)

const rewrite = sql<never, [ownerId: string, actorId: string, key: string, answer: Uint8Array]>(
  'store.rewrite_answer',
  'update idempotency_keys set answer = $4 where owner_id = $1 and actor_id = $2 and key = $3',
)

const forget = sql<never, [ownerId: string, actorId: string, key: string]>(
  'store.forget_key',
  'delete from idempotency_keys where owner_id = $1 and actor_id = $2 and key = $3',
)

/** Undefined where the SECRET_KEY that it was sealed with is gone: then nobody is given it again. */
const changed = (
  keys: Keyring,
  owner: KeyOwner,
  answer: Uint8Array,
  change: (data: string) => string,
): Uint8Array | undefined => {
  try {
    const [fingerprint, status, data] = openAnswer(keys, owner, answer)
    return sealAnswer(keys, owner, [fingerprint, status, change(data)])
  } catch (error) {
    if (error instanceof Fault) return undefined
    throw error
  }
}

/** Where to go on among the answers about a subject. */
export type AnswerPlace = readonly [ownerId: string, actorId: string, key: string]

/** Changes the data of at most so many answers about a subject; undefined once there are no more. */
export const rewriteAnswers = async (
  tx: Tx,
  keys: Keyring,
  subjectId: string,
  change: (data: string) => string,
  after: AnswerPlace,
  limit: number,
): Promise<AnswerPlace | undefined> => {
  const rows = await tx.all(listAbout, subjectId, ...after, limit)
  await Promise.all(
    rows.map(({ owner_id, actor_id, key, answer }) => {
      const owner = { ownerId: owner_id, actorId: actor_id, key }
      const sealed = changed(keys, owner, answer, change)
      return sealed
        ? tx.run(rewrite, owner_id, actor_id, key, sealed)
        : tx.run(forget, owner_id, actor_id, key)
    }),
  )
  const last = rows.at(-1)
  return rows.length === limit && last ? [last.owner_id, last.actor_id, last.key] : undefined
}

const AT_ONCE = 500

const listAll = sql<KeyRow, [ownerId: string, actorId: string, key: string, limit: number]>(
  'store.list_keys',
  `select owner_id, actor_id, key, answer from idempotency_keys
   where answer is not null and (owner_id, actor_id, key) > ($1, $2, $3)
   order by owner_id, actor_id, key limit $4 ${forUpdate}`,
)

/** Encrypts with the first key what an older one encrypted; what no key opens is left to its end. */
export const resealAnswers = async (store: Store, keys: Keyring): Promise<void> => {
  for (let after: AnswerPlace | undefined = ['', '', '']; after !== undefined;) {
    const from: AnswerPlace = after
    after = await store.write(async (tx) => {
      const rows = await tx.all(listAll, ...from, AT_ONCE)
      for (const { owner_id, actor_id, key, answer } of rows) {
        if (keys.isCurrent('remembered-answer', answer) || !keys.knows('remembered-answer', answer)) continue
        const owner = { ownerId: owner_id, actorId: actor_id, key }
        const sealed = sealAnswer(keys, owner, openAnswer(keys, owner, answer))
        tx.enqueue(rewrite, owner_id, actor_id, key, sealed)
      }
      const last = rows.at(-1)
      return rows.length === AT_ONCE && last ? [last.owner_id, last.actor_id, last.key] : undefined
    })
  }
}
