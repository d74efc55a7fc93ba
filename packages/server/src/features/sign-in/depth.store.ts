// How many mails to sign in are due, and since when: for the operator's eyes.
import { sql } from '../../store/statements/statement.ts'
import type { Reader } from '../../store/store.ts'

const COUNTED = 10_000

const countDue = sql<{ waiting: number; oldest: number | null }, [now: number, limit: number]>(
  'sign_in.count_due',
  `select count(*) as waiting, min(due_at) as oldest
   from (select due_at from sign_ins where due_at <= $1 order by due_at, id limit $2) as due`,
)

/** As `readMailDepth` does for all other mails. */
export const readSignInDepth = async (
  reader: Reader,
  now: number,
): Promise<{ readonly waiting: number; readonly oldestAt: number | null }> => {
  const row = await reader.first(countDue, now, COUNTED)
  return { waiting: row?.waiting ?? 0, oldestAt: row?.oldest ?? null }
}
