// How many mails are due, and since when: for the operator's eyes.
import { isKnown } from '../known-mails.ts'
import { sql } from '../../store/statements/statement.ts'
import type { Reader } from '../../store/store.ts'

/** More than this is not counted on: a look at the outbox must cost little, however much is in it. */
const COUNTED = 10_000

const countDue = sql<{ waiting: number; oldest: number | null }, [now: number, limit: number]>(
  'mail.count_due',
  `select count(*) as waiting, min(due_at) as oldest
   from (select due_at from mails m where due_at <= $1 and ${isKnown('m')} order by due_at, id limit $2) as due`,
)

export interface MailDepth {
  /** Those that could go out now. What a newer release wrote waits for that one, and nobody need be told. */
  readonly waiting: number
  /** Since when the first of them is due. */
  readonly oldestAt: number | null
}

export const readMailDepth = async (reader: Reader, now: number): Promise<MailDepth> => {
  const row = await reader.first(countDue, now, COUNTED)
  return { waiting: row?.waiting ?? 0, oldestAt: row?.oldest ?? null }
}
