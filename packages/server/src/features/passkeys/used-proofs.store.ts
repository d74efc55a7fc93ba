// What proved someone once, so that it never does so again.
import { sql } from '../../store/statement.ts'
import type { Tx } from '../../store/store.ts'

const insert = sql<never, [hash: string, now: number]>(
  'passkeys.insert_used_proof',
  'insert into used_proofs (hash, used_at) values ($1, $2) on conflict (hash) do nothing',
)

/** False where it was used before: of two at once, one counts. */
export const spendProof = async (tx: Tx, hash: string, now: number): Promise<boolean> =>
  (await tx.run(insert, hash, now)) === 1

const prune = sql<never, [before: number, limit: number]>(
  'passkeys.prune_used_proofs',
  `delete from used_proofs where hash in (
     select hash from used_proofs where used_at < $1 order by used_at limit $2)`,
)

/** Removes at most so many that would not be taken any more anyway. */
export const pruneUsedProofs = (tx: Tx, before: number, limit: number): Promise<number> =>
  tx.run(prune, before, limit)
