// Answers remembered under an Idempotency-Key, in the same transaction as the change they report: a crash at
// any moment leaves both or neither. The claim is the transaction's first statement; on PostgreSQL a second
// claimant waits on the first's row and then finds its answer.
import { limits } from '@challenge-service/contract'
import { HOUR_MS } from '../kernel/instants.ts'
import type { Keyring } from '../kernel/keyring.ts'
import { Fault, refuse } from '../kernel/refusal.ts'
import { forUpdate } from './dialect.ts'
import { isLockTimeout } from './postgres/errors.ts'
import { sql } from './statement.ts'
import type { Tx } from './store.ts'

/** A key belongs to an owner and an acting person, so that rotating a token creates nothing twice. */
export interface KeyOwner {
  readonly ownerId: string
  readonly actorId: string
  readonly key: string
}

export interface Remembered {
  readonly status: number
  /** The serialised `data`. */
  readonly data: string
}

type KeyParams = [ownerId: string, actorId: string, key: string]

const claim = sql<never, [...KeyParams, now: number]>(
  'store.claim_key',
  `insert into idempotency_keys (owner_id, actor_id, key, created_at) values ($1, $2, $3, $4)
   on conflict (owner_id, actor_id, key) do nothing`,
)

const find = sql<{ answer: Uint8Array | null; created_at: number }, KeyParams>(
  'store.find_key',
  `select answer, created_at from idempotency_keys
   where owner_id = $1 and actor_id = $2 and key = $3 ${forUpdate}`,
)

const renew = sql<never, [...KeyParams, now: number]>(
  'store.renew_key',
  `update idempotency_keys set answer = null, created_at = $4
   where owner_id = $1 and actor_id = $2 and key = $3`,
)

const remember = sql<never, [...KeyParams, answer: Uint8Array, subjectId: string | null]>(
  'store.remember_answer',
  `update idempotency_keys set answer = $4, subject_id = $5
   where owner_id = $1 and actor_id = $2 and key = $3`,
)

const LIFETIME_MS = limits.idempotencyKeyHours * HOUR_MS

/** Undefined when the key is now ours and the work is to be done; else the answer to give again. */
export const claimKey = async (
  tx: Tx,
  keys: Keyring,
  owner: KeyOwner,
  fingerprint: string,
  now: number,
): Promise<Remembered | undefined> => {
  const { ownerId, actorId, key } = owner
  if ((await claimed(tx.run(claim, ownerId, actorId, key, now))) === 1) return undefined
  const found = await claimed(tx.first(find, ownerId, actorId, key))
  // Pruned between the two statements: it is free again.
  if (!found) return claimKey(tx, keys, owner, fingerprint, now)
  if (found.created_at <= now - LIFETIME_MS) {
    await tx.run(renew, ownerId, actorId, key, now)
    return undefined
  }
  if (!found.answer) throw new Fault('a key was committed without its answer')
  const [known, status, data] = openAnswer(keys, owner, found.answer)
  if (known === fingerprint) return { status, data }
  throw refuse(
    'conflict',
    'key_reused',
    'This Idempotency-Key was used for another request. Choose a new one.',
  )
}

/** The subject is the challenge or membership that the answer shows: by it the answer is found again. */
export const rememberAnswer = async (
  tx: Tx,
  keys: Keyring,
  owner: KeyOwner,
  fingerprint: string,
  { status, data }: Remembered,
  subjectId: string | null,
): Promise<void> => {
  const sealed = sealAnswer(keys, owner, [fingerprint, status, data])
  const kept = await tx.run(remember, owner.ownerId, owner.actorId, owner.key, sealed, subjectId)
  if (kept !== 1) throw new Fault('the answer of a key had no row to stand in')
}

const prune = sql<never, [before: number, limit: number]>(
  'store.prune_keys',
  `delete from idempotency_keys where (owner_id, actor_id, key) in (
     select owner_id, actor_id, key from idempotency_keys where created_at <= $1 order by created_at limit $2)`,
)

/** Forgets at most so many keys whose day has passed; tells how many. */
export const pruneKeys = (tx: Tx, now: number, limit: number): Promise<number> =>
  tx.run(prune, now - LIFETIME_MS, limit)

type Sealed = readonly [fingerprint: string, status: number, data: string]

export const sealAnswer = (keys: Keyring, owner: KeyOwner, answer: Sealed): Buffer =>
  keys.seal('remembered-answer', JSON.stringify(answer), contextOf(owner))

export const openAnswer = (keys: Keyring, owner: KeyOwner, sealed: Uint8Array): Sealed =>
  JSON.parse(keys.open('remembered-answer', sealed, contextOf(owner))) as Sealed

const contextOf = ({ ownerId, actorId, key }: KeyOwner): string => JSON.stringify([ownerId, actorId, key])

const claimed = async <T>(statement: Promise<T>): Promise<T> => {
  try {
    return await statement
  } catch (error) {
    if (!isLockTimeout(error)) throw error
    throw refuse('conflict', 'key_in_use', 'A request with this Idempotency-Key is still being worked on.', {
      retryAfter: 1,
      cause: error,
    })
  }
}
