// How many mails are due, and since when: for the operator's eyes.
import { sql } from '../store/statement.ts'
import type { Reader } from '../store/store.ts'

/** More than this is not counted on: a look at the outbox must cost little, however much is in it. */
const COUNTED = 10_000

const countDue = sql<{ waiting: number; oldest: number | null }, [now: number, limit: number]>(
  'mail.count_due',
  `select count(*) as waiting, min(due_at) as oldest
   from (select due_at from mails where due_at <= $1 order by due_at, id limit $2) as due`,
)

export interface MailDepth {
  /** Those that could go out now. */
  readonly waiting: number
  /** Since when the first of them is due. */
  readonly oldestAt: number | null
}

export const readMailDepth = async (reader: Reader, now: number): Promise<MailDepth> => {
  const row = await reader.first(countDue, now, COUNTED)
  return { waiting: row?.waiting ?? 0, oldestAt: row?.oldest ?? null }
}
