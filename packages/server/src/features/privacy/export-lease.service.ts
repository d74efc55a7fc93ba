// A download of what is kept about someone, by themselves: alone for their account on all nodes, and ten times a day.
import { randomUUID } from 'node:crypto'
import type { Clock } from '../../kernel/clock.ts'
import type { AccountId } from '../../kernel/ids.ts'
import { Fault, notVisible } from '../../kernel/refusal.ts'
import type { Store, Tx } from '../../store/store.ts'
import { lockAccount } from '../access/accounts.store.ts'
import { decideExport, LEASE_MS, type ExportDecision } from './export-lease.rules.ts'
import {
  endExportLease,
  findExports,
  insertExport,
  renewExportLease,
  type ExportLease,
} from './export-lease.store.ts'

const RENEWED_EVERY_MS = LEASE_MS / 4

export type { ExportLease }

type BegunExport =
  | Extract<ExportDecision, { readonly isAllowed: false }>
  | { readonly isAllowed: true; readonly lease: ExportLease }

export const beginExport = async (tx: Tx, accountId: AccountId, now: number): Promise<BegunExport> => {
  if (!(await lockAccount(tx, accountId))) throw notVisible()
  const decision = decideExport(await findExports(tx, accountId), now)
  if (!decision.isAllowed) return decision
  const lease = { accountId, token: randomUUID() }
  await insertExport(tx, lease, decision.starts, now + LEASE_MS)
  return { isAllowed: true, lease }
}

/**
 * The lease is renewed as pieces are taken, and ended with the last one, or when nobody reads any more. If no
 * pieces are taken it ends by itself, and the download stops at its next piece if another has begun.
 */
export async function* underLease(
  { store, clock }: { readonly store: Store; readonly clock: Clock },
  lease: ExportLease,
  pieces: AsyncIterable<string>,
): AsyncGenerator<string> {
  let renewAt = clock.now() + RENEWED_EVERY_MS
  try {
    for await (const piece of pieces) {
      yield piece
      const now = clock.now()
      if (now < renewAt) continue
      if (!(await store.write((tx) => renewExportLease(tx, lease, now + LEASE_MS)))) {
        throw new Fault('the lease of a download has ended')
      }
      renewAt = now + RENEWED_EVERY_MS
    }
  } finally {
    await store.write((tx) => endExportLease(tx, lease, clock.now()))
  }
}
