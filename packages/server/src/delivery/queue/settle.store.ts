// Settling what was tried, many at once in one statement. Each only under the lease it was taken with: a sender
// that comes too late changes nothing.
import type { AttemptOutcome, DeliveryStatus } from '@challenge-service/contract'
import type { DeliveryId } from '../../kernel/ids.ts'
import { declareInSizes, runInChunks } from '../../store/chunks.ts'
import { sql, type Param, type Statement } from '../../store/statement.ts'
import type { Tx } from '../../store/store.ts'

export interface SettledDelivery {
  readonly id: DeliveryId
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

type SettleColumn = 'text' | 'bigint'

/** Rows with the columns given; `set` is what becomes of each delivery. */
const settling = (name: string, columns: Readonly<Record<string, SettleColumn>>, set: string) => {
  const types = Object.values(columns)
  const row = (at: number): string =>
    `(${types.map((type, column) => `cast($${at * types.length + column + 1} as ${type})`).join(', ')})`
  const of = (rows: number): Statement<never, Param[]> =>
    sql<never, Param[]>(
      `${name}_${rows}`,
      `with tried (${Object.keys(columns).join(', ')})
         as (values ${Array.from({ length: rows }, (_, at) => row(at)).join(', ')})
       update deliveries set lease = null, ${set}
       from tried t where deliveries.id = t.id and deliveries.lease = t.lease`,
    )
  return declareInSizes(of)
}

const kept = (column: string, from: string): string =>
  `${column} = case when t.outcome is null then deliveries.${column} else ${from} end`

const settle = settling(
  'delivery.settle',
  {
    id: 'text',
    lease: 'text',
    status: 'text',
    due_at: 'bigint',
    outcome: 'text',
    response_status: 'bigint',
    response_ms: 'bigint',
    excerpt: 'text',
    error: 'text',
    at: 'bigint',
  },
  `status = t.status, due_at = t.due_at,
   attempts = case when t.outcome is null then attempts - 1 else attempts end,
   outcome = coalesce(t.outcome, deliveries.outcome),
   ${kept('response_status', 't.response_status')},
   ${kept('response_ms', 't.response_ms')},
   ${kept('response_excerpt', 't.excerpt')},
   ${kept('error', 't.error')},
   settled_at = case when t.due_at is null then t.at else null end`,
)

const paramsOf = ({ id, lease, status, dueAt, answer, at }: SettledDelivery): readonly Param[] => [
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

/** What nearly all come to: delivered, and nothing more was said. */
interface Plain extends SettledDelivery {
  readonly answer: NonNullable<SettledDelivery['answer']>
}

const isPlain = (settlement: SettledDelivery): settlement is Plain => {
  const { status, dueAt, answer } = settlement
  return status === 'delivered' && dueAt === null && answer !== null && answer.excerpt === null
}

const settlePlain = settling(
  'delivery.settle_plain',
  { id: 'text', lease: 'text', response_status: 'bigint', response_ms: 'bigint', at: 'bigint' },
  `status = 'delivered', due_at = null, outcome = '${'delivered' satisfies AttemptOutcome}',
   response_status = t.response_status, response_ms = t.response_ms, response_excerpt = null, error = null,
   settled_at = t.at`,
)

const plainParamsOf = ({ id, lease, answer, at }: Plain): readonly Param[] => [
  id,
  lease,
  answer.status,
  answer.ms,
  at,
]

/** How many were still ours to settle. */
export const settleDeliveries = async (tx: Tx, settlements: readonly SettledDelivery[]): Promise<number> => {
  const plain: (readonly Param[])[] = []
  const others: (readonly Param[])[] = []
  for (const one of settlements) {
    if (isPlain(one)) plain.push(plainParamsOf(one))
    else others.push(paramsOf(one))
  }
  const settled = await Promise.all([runInChunks(tx, settlePlain, plain), runInChunks(tx, settle, others)])
  return settled[0] + settled[1]
}
