// Takes a person out of remembered responses. Their own are forgotten. Those of others are rewritten without the
// person, so that a repeated key still does nothing twice.
import type { KeyActorId, KeyOwnerId, SubjectId } from '../../kernel/ids.ts'
import type { Keyring } from '../../kernel/keyring.ts'
import { Fault } from '../../kernel/refusal.ts'
import { change } from '../../store/statements/changes.ts'
import { forUpdate } from '../../store/dialect.ts'
import { idempotencyKeys } from '../../store/schema/limits.ts'
import { sql } from '../../store/statements/statement.ts'
import type { Tx } from '../../store/store.ts'
import { openResponse, sealResponse, type KeyOwner } from './sealed-response.store.ts'

const deleteFirst = (where: string): string =>
  `delete from idempotency_keys where (owner_id, actor_id, key) in (
     select owner_id, actor_id, key from idempotency_keys where ${where})`

const forgetOwner = sql<never, [ownerId: KeyOwnerId, limit: number]>(
  'idempotency.forget_keys_of_owner',
  deleteFirst('owner_id = $1 order by actor_id, key limit $2'),
)

const forgetActor = sql<never, [ownerId: KeyOwnerId, limit: number, actorId: KeyActorId]>(
  'idempotency.forget_keys_of_actor',
  deleteFirst('owner_id = $1 and actor_id = $3 order by key limit $2'),
)

/** Whose keys: those of an owner, or of one acting person of it. */
export interface KeyHolder {
  readonly ownerId: KeyOwnerId
  readonly actorId?: KeyActorId
}

/** At most so many keys; tells how many. */
export const forgetKeys = (tx: Tx, { ownerId, actorId }: KeyHolder, limit: number): Promise<number> =>
  actorId === undefined ? tx.run(forgetOwner, ownerId, limit) : tx.run(forgetActor, ownerId, limit, actorId)

export interface KeyRow {
  readonly owner_id: KeyOwnerId
  readonly actor_id: KeyActorId
  readonly key: string
  readonly answer: Uint8Array
}

const listAbout = sql<KeyRow, [subjectId: SubjectId, ...cursor: ResponseCursor, limit: number]>(
  'idempotency.list_keys_about',
  `select owner_id, actor_id, key, answer from idempotency_keys
   where subject_id = $1 and answer is not null and (owner_id, actor_id, key) > ($2, $3, $4)
   order by owner_id, actor_id, key limit $5 ${forUpdate}`,
)

export const rewriteSealed = change(
  idempotencyKeys,
  'idempotency.rewrite_response',
  `update idempotency_keys set answer = $answer
   where owner_id = $owner_id and actor_id = $actor_id and key = $key`,
)

const forget = sql<never, [ownerId: KeyOwnerId, actorId: KeyActorId, key: string]>(
  'idempotency.forget_key',
  'delete from idempotency_keys where owner_id = $1 and actor_id = $2 and key = $3',
)

/** Undefined where the SECRET_KEY that it was sealed with is gone: then nobody is given it again. */
const changeSealed = (
  keys: Keyring,
  owner: KeyOwner,
  answer: Uint8Array,
  changeData: (data: string) => string,
): Uint8Array | undefined => {
  try {
    const [fingerprint, status, data] = openResponse(keys, owner, answer)
    return sealResponse(keys, owner, [fingerprint, status, changeData(data)])
  } catch (error) {
    if (error instanceof Fault) return undefined
    throw error
  }
}

/** Where to go on among the responses about a subject. */
export type ResponseCursor = readonly [ownerId: KeyOwnerId | '', actorId: KeyActorId | '', key: string]

/** Changes the data of at most so many responses about a subject; undefined once there are no more. */
export const rewriteResponses = async (
  tx: Tx,
  keys: Keyring,
  subjectId: SubjectId,
  changeData: (data: string) => string,
  after: ResponseCursor,
  limit: number,
): Promise<ResponseCursor | undefined> => {
  const rows = await tx.all(listAbout, subjectId, ...after, limit)
  await Promise.all(
    rows.map(({ owner_id, actor_id, key, answer }) => {
      const owner = { ownerId: owner_id, actorId: actor_id, key }
      const sealed = changeSealed(keys, owner, answer, changeData)
      return sealed
        ? tx.run(rewriteSealed, { owner_id, actor_id, key, answer: sealed })
        : tx.run(forget, owner_id, actor_id, key)
    }),
  )
  const last = rows.at(-1)
  return rows.length === limit && last ? [last.owner_id, last.actor_id, last.key] : undefined
}
