// Settling what was tried, many at once in one statement. Each only under the lease it was taken with: a sender
// that comes too late changes nothing.
import type { AttemptOutcome, DeliveryStatus } from '@challenge-service/contract'
import { inOneRow, sql, type Param, type Statement } from '../store/statement.ts'
import type { Tx } from '../store/store.ts'

export interface Settlement {
  readonly id: string
  readonly lease: string
  readonly status: DeliveryStatus
  /** When to try again; null where it is over. */
  readonly dueAt: number | null
  /** Null where it was not tried after all; then the attempt does not count. */
  readonly answer: {
    readonly outcome: AttemptOutcome
    readonly status: number | null
    readonly ms: number
    readonly excerpt: string | null
    readonly error: string | null
  } | null
  readonly at: number
}

const types = ['text', 'text', 'text', 'bigint', 'text', 'bigint', 'bigint', 'text', 'text', 'bigint']

const valuesOf = (row: number): string =>
  `(${types.map((type, column) => `cast($${row * types.length + column + 1} as ${type})`).join(', ')})`

const settle = (rows: number): Statement<never, Param[]> =>
  sql<never, Param[]>(
    `delivery.settle_${rows}`,
    `with tried (id, lease, status, due_at, outcome, response_status, response_ms, excerpt, error, at)
       as (values ${Array.from({ length: rows }, (_, row) => valuesOf(row)).join(', ')})
     update deliveries
     set status = t.status, due_at = t.due_at, lease = null,
         attempts = case when t.outcome is null then attempts - 1 else attempts end,
         outcome = coalesce(t.outcome, deliveries.outcome),
         response_status = case when t.outcome is null then deliveries.response_status else t.response_status end,
         response_ms = case when t.outcome is null then deliveries.response_ms else t.response_ms end,
         response_excerpt = case when t.outcome is null then deliveries.response_excerpt else t.excerpt end,
         error = case when t.outcome is null then deliveries.error else t.error end,
         settled_at = case when t.due_at is null then t.at else null end
     from tried t
     where deliveries.id = t.id and deliveries.lease = t.lease`,
  )

const statements = [64, 16, 4, 1].map((rows) => ({ rows, statement: settle(rows) }))

const paramsOf = ({ id, lease, status, dueAt, answer, at }: Settlement): readonly Param[] => [
  id,
  lease,
  status,
  dueAt,
  answer?.outcome ?? null,
  answer?.status ?? null,
  answer?.ms ?? null,
  answer?.excerpt ?? null,
  answer?.error ?? null,
  at,
]

/** How many were still ours to settle. */
export const settleDeliveries = async (tx: Tx, settlements: readonly Settlement[]): Promise<number> => {
  const sent: Promise<number>[] = []
  let from = 0
  for (const { rows, statement } of statements) {
    for (; settlements.length - from >= rows; from += rows) {
      sent.push(tx.run(statement, ...inOneRow(settlements.slice(from, from + rows).map(paramsOf))))
    }
  }
  return (await Promise.all(sent)).reduce((sum, settled) => sum + settled, 0)
}
