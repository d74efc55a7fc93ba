// Downloads of what is kept about someone, one row for an account: when they began, and the lease of the one that runs.
import type { AccountId } from '../../kernel/ids.ts'
import { DAY_MS } from '../../kernel/instants.ts'
import { change, insertInto } from '../../store/statements/changes.ts'
import { dataExports } from '../../store/schema/site.ts'
import { sql } from '../../store/statements/statement.ts'
import type { Reader, Tx } from '../../store/store.ts'
import type { RowIn } from '../../store/statements/table.ts'
import type { ExportsSoFar } from './export-lease.rules.ts'

const find = sql<Omit<RowIn<typeof dataExports>, 'account_id'>, [accountId: AccountId]>(
  'privacy.find_exports',
  'select starts, lease, lease_until from data_exports where account_id = $1',
)

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

const begin = insertInto(
  dataExports,
  'privacy.begin_export',
  ['account_id', 'starts', 'lease', 'lease_until'],
  `on conflict (account_id) do update set starts = excluded.starts, lease = excluded.lease,
     lease_until = excluded.lease_until`,
)

export const insertExport = async (
  tx: Tx,
  { accountId, token }: ExportLease,
  starts: readonly number[],
  until: number,
): Promise<void> => {
  await tx.run(begin, {
    account_id: accountId,
    starts: JSON.stringify(starts),
    lease: token,
    lease_until: until,
  })
}

const renew = change(
  dataExports,
  'privacy.renew_export',
  'update data_exports set lease_until = $lease_until where account_id = $account_id and lease = $lease',
)

/** False where another one has begun meanwhile, or the account is erased. */
export const renewExportLease = async (
  tx: Tx,
  { accountId, token }: ExportLease,
  until: number,
): Promise<boolean> =>
  (await tx.run(renew, { account_id: accountId, lease: token, lease_until: until })) === 1

const end = change(
  dataExports,
  'privacy.end_export',
  `update data_exports set lease = null, lease_until = $lease_until
   where account_id = $account_id and lease = $lease`,
)

/** Changes nothing where another one has begun meanwhile. */
export const endExportLease = async (
  tx: Tx,
  { accountId, token }: ExportLease,
  now: number,
): Promise<void> => {
  await tx.run(end, { account_id: accountId, lease: token, lease_until: now })
}

const remove = sql<never, [accountId: AccountId]>(
  'privacy.remove_exports',
  'delete from data_exports where account_id = $1',
)

export const removeExports = async (tx: Tx, accountId: AccountId): Promise<void> => {
  await tx.run(remove, accountId)
}

const prune = sql<never, [before: number, limit: number]>(
  'privacy.prune_exports',
  `delete from data_exports where account_id in (
     select account_id from data_exports where lease_until < $1 order by lease_until limit $2)`,
)

/** Removes at most so many of accounts that have downloaded nothing for a day. */
export const pruneExports = (tx: Tx, now: number, limit: number): Promise<number> =>
  tx.run(prune, now - DAY_MS, limit)
