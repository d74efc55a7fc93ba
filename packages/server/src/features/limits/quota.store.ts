// The creations of an owner in a calendar month, counted in the transaction of the write they count.
import { changeReturning } from '../../store/statements/changes.ts'
import { quotaUsage } from '../../store/schema/limits.ts'
import type { RowIn } from '../../store/statements/table.ts'
import type { OwnerId } from '../../kernel/ids.ts'
import { runReturning, sqlReturning } from '../../store/statements/returning.ts'
import { sql } from '../../store/statements/statement.ts'
import type { Tx } from '../../store/store.ts'

interface Usage {
  readonly used: number
}

const charge = sqlReturning<Usage, Pick<RowIn<typeof quotaUsage>, 'owner_id' | 'month'> & { limit: number }>(
  'limits.charge_quota',
  `insert into quota_usage (owner_id, month, used)
   select cast($owner_id as text), cast($month as text), 1 where cast($limit as bigint) > 0
   on conflict (owner_id, month) do update set used = quota_usage.used + 1 where quota_usage.used < $limit`,
  {
    returning: 'used',
    fallback: 'select used from quota_usage where owner_id = $owner_id and month = $month',
  },
)

const refund = changeReturning(
  quotaUsage,
  'limits.refund_quota',
  'update quota_usage set used = used - 1 where owner_id = $owner_id and month = $month',
  ['used'],
)

/** How many are used, this one included; undefined where the limit is reached. */
export const chargeQuota = async (
  tx: Tx,
  ownerId: OwnerId,
  month: string,
  limit: number,
): Promise<number | undefined> => {
  const [usage] = await runReturning(tx, charge, { owner_id: ownerId, month, limit })
  return usage?.used
}

/** For a call that turned out to create nothing. */
export const refundQuota = async (tx: Tx, ownerId: OwnerId, month: string): Promise<number> =>
  (await tx.first(refund, { owner_id: ownerId, month }))?.used ?? 0

const removeBefore = sql<never, [month: string, limit: number]>(
  'limits.remove_quota_before',
  `delete from quota_usage where (owner_id, month) in (
     select owner_id, month from quota_usage where month < $1 order by month limit $2)`,
)

/** Removes at most so many counts of earlier months. */
export const removeQuotaBefore = (tx: Tx, month: string, limit: number): Promise<number> =>
  tx.run(removeBefore, month, limit)
