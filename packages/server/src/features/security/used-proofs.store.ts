// What was taken once and is not taken again: the proof of a device, and a form from which a mail or a session came.
import { MINUTE_MS } from '../../kernel/instants.ts'
import { hashSecretValue } from '../../kernel/secret-value.ts'
import { change, insertInto } from '../../store/statements/changes.ts'
import { usedProofs } from '../../store/schema/site.ts'
import { sql } from '../../store/statements/statement.ts'
import type { Reader, Tx } from '../../store/store.ts'

const insert = insertInto(
  usedProofs,
  'security.insert_used_proof',
  ['hash', 'used_at'],
  'on conflict (hash) do nothing',
)

/** False where it was used before: of two at once, one counts. */
export const spendProof = async (tx: Tx, hash: string, now: number): Promise<boolean> =>
  (await tx.run(insert, { hash, used_at: now })) === 1

/** Two presses of one button come this close together. */
export const SENT_TWICE_MS = MINUTE_MS

/** One form in one browser. `about`: what it did there. */
export const hashSending = (browserHash: string, formKey: string, about: string): string =>
  hashSecretValue(JSON.stringify([browserHash, formKey, about]))

const noteSending = change(
  usedProofs,
  'security.note_sending',
  `insert into used_proofs (hash, used_at) values ($hash, $used_at)
   on conflict (hash) do update set used_at = excluded.used_at where used_proofs.used_at <= $before`,
)

/** False where the same was sent within the last minute: of two at once, one is the first. */
export const isFirstSending = async (tx: Tx, hash: string, now: number): Promise<boolean> =>
  (await tx.run(noteSending, { hash, used_at: now, before: now - SENT_TWICE_MS })) === 1

const findSending = sql<{ readonly used_at: number }, [hash: string, since: number]>(
  'security.find_sending',
  'select used_at from used_proofs where hash = $1 and used_at > $2',
)

/** Whether the same was sent within the last minute, as far as is known before it is noted. */
export const wasSent = async (reader: Reader, hash: string, now: number): Promise<boolean> =>
  (await reader.first(findSending, hash, now - SENT_TWICE_MS)) !== undefined

const forget = sql<never, [hash: string]>(
  'security.forget_sending',
  'delete from used_proofs where hash = $1',
)

/** As if it had not been sent, since nothing came of it. */
export const forgetSending = async (tx: Tx, hash: string): Promise<void> => {
  await tx.run(forget, hash)
}

const prune = sql<never, [before: number, limit: number]>(
  'security.prune_used_proofs',
  `delete from used_proofs where hash in (
     select hash from used_proofs where used_at < $1 order by used_at limit $2)`,
)

/** Removes at most so many that would not be taken any more anyway. */
export const pruneUsedProofs = (tx: Tx, before: number, limit: number): Promise<number> =>
  tx.run(prune, before, limit)
