// Downloads of what is kept about someone, one row for an account: when they began, and the lease of the one that runs.
import type { AccountId } from '../../kernel/ids.ts'
import { DAY_MS } from '../../kernel/instants.ts'
import { sql } from '../../store/statement.ts'
import type { Reader, Tx } from '../../store/store.ts'
import type { ExportsSoFar } from './export-lease.rules.ts'

const find = sql<
  { readonly starts: string; readonly lease: string | null; readonly lease_until: number },
  [accountId: AccountId]
>('rights.find_exports', 'select starts, lease, lease_until from data_exports where account_id = $1')

export const findExports = async (reader: Reader, accountId: AccountId): Promise<ExportsSoFar> => {
  const row = await reader.first(find, accountId)
  return {
    starts: row ? (JSON.parse(row.starts) as readonly number[]) : [],
    runsUntil: row && row.lease !== null ? row.lease_until : null,
  }
}

export const listExportStarts = async (reader: Reader, accountId: AccountId): Promise<readonly number[]> =>
  (await findExports(reader, accountId)).starts

export interface ExportLease {
  readonly accountId: AccountId
  readonly token: string
}

const begin = sql<never, [accountId: AccountId, starts: string, lease: string, until: number]>(
  'rights.begin_export',
  `insert into data_exports (account_id, starts, lease, lease_until) values ($1, $2, $3, $4)
   on conflict (account_id) do update set starts = excluded.starts, lease = excluded.lease,
     lease_until = excluded.lease_until`,
)

export const insertExport = async (
  tx: Tx,
  { accountId, token }: ExportLease,
  starts: readonly number[],
  until: number,
): Promise<void> => {
  await tx.run(begin, accountId, JSON.stringify(starts), token, until)
}

const renew = sql<never, [accountId: AccountId, lease: string, until: number]>(
  'rights.renew_export',
  'update data_exports set lease_until = $3 where account_id = $1 and lease = $2',
)

/** False where another one has begun meanwhile, or the account is erased. */
export const renewExportLease = async (
  tx: Tx,
  { accountId, token }: ExportLease,
  until: number,
): Promise<boolean> => (await tx.run(renew, accountId, token, until)) === 1

const end = sql<never, [accountId: AccountId, lease: string, now: number]>(
  'rights.end_export',
  'update data_exports set lease = null, lease_until = $3 where account_id = $1 and lease = $2',
)

/** Changes nothing where another one has begun meanwhile. */
export const endExportLease = async (
  tx: Tx,
  { accountId, token }: ExportLease,
  now: number,
): Promise<void> => {
  await tx.run(end, accountId, token, now)
}

const remove = sql<never, [accountId: AccountId]>(
  'rights.remove_exports',
  'delete from data_exports where account_id = $1',
)

export const removeExports = async (tx: Tx, accountId: AccountId): Promise<void> => {
  await tx.run(remove, accountId)
}

const prune = sql<never, [before: number, limit: number]>(
  'rights.prune_exports',
  `delete from data_exports where account_id in (
     select account_id from data_exports where lease_until < $1 order by lease_until limit $2)`,
)

/** Removes at most so many of accounts that have downloaded nothing for a day. */
export const pruneExports = (tx: Tx, now: number, limit: number): Promise<number> =>
  tx.run(prune, now - DAY_MS, limit)
