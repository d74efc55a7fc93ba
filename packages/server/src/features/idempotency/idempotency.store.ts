// Responses remembered under an Idempotency-Key, in the same transaction as the change they report: a crash at any
// moment leaves both or neither. The claim is the transaction's first statement. Where transactions run side by side,
// a second claimant waits for the row of the first, and then finds its response.
import { limits } from '@challenge-service/contract/plain'
import type { KeyActorId, KeyOwnerId, SubjectId } from '../../kernel/ids.ts'
import { HOUR_MS, MINUTE_MS } from '../../kernel/instants.ts'
import type { Keyring } from '../../kernel/keyring.ts'
import { Fault, refuse } from '../../kernel/refusal.ts'
import { change, insertInto } from '../../store/statements/changes.ts'
import { forUpdate } from '../../store/dialect.ts'
import { idempotencyKeys } from '../../store/schema/limits.ts'
import { flattenParams, sql, sqlRows } from '../../store/statements/statement.ts'
import type { Reader, Tx } from '../../store/store.ts'
import {
  openResponse,
  sealResponse,
  type KeyOwner,
  type RememberedResponse,
} from './sealed-response.store.ts'

const claim = insertInto(
  idempotencyKeys,
  'idempotency.claim_key',
  ['owner_id', 'actor_id', 'key', 'created_at'],
  'on conflict (owner_id, actor_id, key) do nothing',
)

const find = sql<
  { answer: Uint8Array | null; created_at: number },
  [ownerId: KeyOwnerId, actorId: KeyActorId, key: string]
>(
  'idempotency.find_key',
  `select answer, created_at from idempotency_keys
   where owner_id = $1 and actor_id = $2 and key = $3 ${forUpdate}`,
)

const renew = change(
  idempotencyKeys,
  'idempotency.renew_key',
  `update idempotency_keys set answer = null, created_at = $created_at
   where owner_id = $owner_id and actor_id = $actor_id and key = $key`,
)

const remember = change(
  idempotencyKeys,
  'idempotency.remember_response',
  `update idempotency_keys set answer = $answer, subject_id = $subject_id
   where owner_id = $owner_id and actor_id = $actor_id and key = $key`,
)

const LIFETIME_MS = limits.idempotencyKeyHours * HOUR_MS
/** As long as two presses of one button may be apart. */
const SECRET_MS = MINUTE_MS

/** Undefined when the key is now ours and the work is to be done; else the response to give again. */
export const claimKey = async (
  tx: Tx,
  keys: Keyring,
  owner: KeyOwner,
  fingerprint: string,
  now: number,
): Promise<RememberedResponse | undefined> => {
  const { ownerId, actorId, key } = owner
  const row = { owner_id: ownerId, actor_id: actorId, key, created_at: now }
  if ((await refuseTimeout(tx, tx.run(claim, row))) === 1) return undefined
  const found = await refuseTimeout(tx, tx.first(find, ownerId, actorId, key))
  // Pruned between the two statements: it is free again.
  if (!found) return claimKey(tx, keys, owner, fingerprint, now)
  if (found.created_at <= now - LIFETIME_MS) {
    await tx.run(renew, row)
    return undefined
  }
  if (!found.answer) throw new Fault('a key was committed without its response')
  const [known, status, data] = openResponse(keys, owner, found.answer)
  if (known === fingerprint) return { status, data }
  throw refuse(
    'conflict',
    'key_reused',
    'This Idempotency-Key was used for another request. Choose a new one.',
  )
}

/** The subject is the challenge or membership that the response shows: by it the response is found again. */
export const rememberResponse = async (
  tx: Tx,
  keys: Keyring,
  owner: KeyOwner,
  fingerprint: string,
  { status, data }: RememberedResponse,
  subjectId: SubjectId | null,
): Promise<void> => {
  const { ownerId, actorId, key } = owner
  const answer = sealResponse(keys, owner, [fingerprint, status, data])
  const row = { owner_id: ownerId, actor_id: actorId, key, answer, subject_id: subjectId }
  const kept = await tx.run(remember, row)
  if (kept !== 1) throw new Fault('the response of a key had no row to stand in')
}

/** A key of its own beside that of the response. */
const besideKey = (owner: KeyOwner): KeyOwner => ({ ...owner, key: `${owner.key} secret` })

/**
 * Remembers a secret that is shown once, beside a response that does not hold it. Its key is written down as old as one whose
 * day ends in a minute, so that it lapses then, and is pruned with all others that have.
 */
export const rememberSecret = async (
  tx: Tx,
  keys: Keyring,
  owner: KeyOwner,
  secret: string,
  now: number,
): Promise<void> => {
  const beside = besideKey(owner)
  const { ownerId, actorId, key } = beside
  const row = { owner_id: ownerId, actor_id: actorId, key, created_at: now - LIFETIME_MS + SECRET_MS }
  if ((await tx.run(claim, row)) !== 1) await tx.run(renew, row)
  await rememberResponse(tx, keys, beside, '', { status: 200, data: secret }, null)
}

/** Undefined once it has lapsed. */
export const findSecret = async (
  tx: Tx,
  keys: Keyring,
  owner: KeyOwner,
  now: number,
): Promise<string | undefined> => {
  const beside = besideKey(owner)
  const found = await tx.first(find, beside.ownerId, beside.actorId, beside.key)
  if (!found?.answer || found.created_at <= now - LIFETIME_MS) return undefined
  const [, , secret] = openResponse(keys, beside, found.answer)
  return secret
}

const findListed = sqlRows<{ key: string }>(
  'idempotency.find_listed',
  3,
  `with listed (owner_id, actor_id, key) as (values {rows})
   select k.key from listed l
   join idempotency_keys k on k.owner_id = l.owner_id and k.actor_id = l.actor_id and k.key = l.key`,
)

/** Of many keys those under which something was done. */
export const listUsedKeys = async (
  reader: Reader,
  owners: readonly KeyOwner[],
): Promise<ReadonlySet<string>> => {
  if (owners.length === 0) return new Set()
  const rows = owners.map(({ ownerId, actorId, key }) => [ownerId, actorId, key])
  return new Set((await reader.all(findListed(rows.length), ...flattenParams(rows))).map(({ key }) => key))
}

const prune = sql<never, [before: number, limit: number]>(
  'idempotency.prune_keys',
  `delete from idempotency_keys where (owner_id, actor_id, key) in (
     select owner_id, actor_id, key from idempotency_keys where created_at <= $1 order by created_at limit $2)`,
)

/** Forgets at most so many keys whose day has passed; tells how many. */
export const pruneKeys = (tx: Tx, now: number, limit: number): Promise<number> =>
  tx.run(prune, now - LIFETIME_MS, limit)

/** A statement that waited for the first claimant for too long is a refusal. */
const refuseTimeout = async <T>(tx: Tx, statement: Promise<T>): Promise<T> => {
  try {
    return await statement
  } catch (error) {
    if (!tx.dialect.isLockTimeout(error)) throw error
    throw refuse('conflict', 'key_in_use', 'A request with this Idempotency-Key is still being worked on.', {
      retryAfter: 1,
      cause: error,
    })
  }
}
