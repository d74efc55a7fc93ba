// Settling what was tried, many at once in one statement. Each only under the lease it was taken with: a sender
// that comes too late changes nothing.
import type { AttemptOutcome, DeliveryStatus } from '@challenge-service/contract'
import type { DeliveryId } from '../../kernel/ids.ts'
import { declareInSizes, runInChunks } from '../../store/statements/chunks.ts'
import { changeByRows } from '../../store/statements/changes.ts'
import { deliveries } from '../../store/schema/events.ts'
import { columnsOf, int, type SqlColumns } from '../../store/statements/table.ts'
import type { Tx } from '../../store/store.ts'

export interface SettledDelivery {
  readonly id: DeliveryId
  readonly lease: string
  readonly status: DeliveryStatus
  /** When to try again; null where it is over. */
  readonly dueAt: number | null
  /** Null where it was not tried after all; then the attempt does not count. */
  readonly response: {
    readonly outcome: AttemptOutcome
    readonly status: number | null
    readonly ms: number
    readonly excerpt: string | null
    readonly error: string | null
  } | null
  readonly at: number
}

/** Rows with the columns given; `set` is what becomes of each delivery. */
const settling = <Columns extends SqlColumns>(name: string, columns: Columns, set: string) =>
  declareInSizes(
    changeByRows(
      deliveries,
      name,
      columns,
      `with tried ({columns}) as (values {rows})
       update deliveries set lease = null, ${set}
       from tried t where deliveries.id = t.id and deliveries.lease = t.lease`,
    ),
  )

const kept = (column: string, from: string): string =>
  `${column} = case when t.outcome is null then deliveries.${column} else ${from} end`

const settle = settling(
  'delivery.settle',
  {
    ...columnsOf(deliveries, 'id', 'lease', 'status', 'due_at', 'outcome'),
    ...columnsOf(deliveries, 'response_status', 'response_ms', 'response_excerpt', 'error'),
    at: int(),
  },
  `status = t.status, due_at = t.due_at,
   attempts = case when t.outcome is null then attempts - 1 else attempts end,
   outcome = coalesce(t.outcome, deliveries.outcome),
   ${kept('response_status', 't.response_status')},
   ${kept('response_ms', 't.response_ms')},
   ${kept('response_excerpt', 't.response_excerpt')},
   ${kept('error', 't.error')},
   settled_at = case when t.due_at is null then t.at else null end`,
)

const toRow = ({ response, dueAt, ...settled }: SettledDelivery) => ({
  ...settled,
  due_at: dueAt,
  outcome: response?.outcome ?? null,
  response_status: response?.status ?? null,
  response_ms: response?.ms ?? null,
  response_excerpt: response?.excerpt ?? null,
  error: response?.error ?? null,
})

/** What nearly all come to: delivered, and nothing more was said. */
interface Plain extends SettledDelivery {
  readonly response: NonNullable<SettledDelivery['response']>
}

const isPlain = (settlement: SettledDelivery): settlement is Plain => {
  const { status, dueAt, response } = settlement
  return status === 'delivered' && dueAt === null && response !== null && response.excerpt === null
}

const settlePlain = settling(
  'delivery.settle_plain',
  { ...columnsOf(deliveries, 'id', 'lease', 'response_status', 'response_ms'), at: int() },
  `status = 'delivered', due_at = null, outcome = '${'delivered' satisfies AttemptOutcome}',
   response_status = t.response_status, response_ms = t.response_ms, response_excerpt = null, error = null,
   settled_at = t.at`,
)

const toPlainRow = ({ response, ...settled }: Plain) => ({
  ...settled,
  response_status: response.status,
  response_ms: response.ms,
})

/** How many were still ours to settle. */
export const settleDeliveries = async (tx: Tx, settlements: readonly SettledDelivery[]): Promise<number> => {
  const plain: ReturnType<typeof toPlainRow>[] = []
  const others: ReturnType<typeof toRow>[] = []
  for (const one of settlements) {
    if (isPlain(one)) plain.push(toPlainRow(one))
    else others.push(toRow(one))
  }
  const settled = await Promise.all([runInChunks(tx, settlePlain, plain), runInChunks(tx, settle, others)])
  return settled[0] + settled[1]
}
