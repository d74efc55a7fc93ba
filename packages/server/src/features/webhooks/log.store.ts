// The log of a subscription's deliveries, kept for thirty days.
import type { AttemptOutcome, DeliveryStatus, EventKind, Order } from '@challenge-service/contract'
import type { DeliveryId, EventId, UncheckedId, WebhookId } from '../../kernel/ids.ts'
import { rowsToFetch, type PageRequest } from '../../kernel/page.ts'
import { sql } from '../../store/statement.ts'
import type { Reader } from '../../store/store.ts'

export interface LoggedDelivery {
  readonly id: DeliveryId
  readonly run: number
  readonly seq: number
  readonly event_id: EventId
  readonly type: EventKind
  readonly body: string | null
  readonly status: DeliveryStatus
  readonly attempts: number
  readonly due_at: number | null
  readonly lease: string | null
  readonly outcome: AttemptOutcome | null
  readonly response_status: number | null
  readonly response_ms: number | null
  readonly response_excerpt: string | null
  readonly error: string | null
  readonly created_at: number
  readonly attempted_at: number | null
  /** 1 where it is a sample. */
  readonly is_test: number
}

const columns = `id, run, seq, event_id, type, body, status, attempts, due_at, lease, outcome, response_status,
  response_ms, response_excerpt, error, created_at, attempted_at, is_test`

const find = sql<LoggedDelivery, [webhookId: WebhookId, id: UncheckedId<'delivery'>]>(
  'webhooks.find_delivery',
  `select ${columns} from deliveries where webhook_id = $1 and id = $2`,
)

export const findDelivery = (
  reader: Reader,
  webhookId: WebhookId,
  id: UncheckedId<'delivery'>,
): Promise<LoggedDelivery | undefined> => reader.first(find, webhookId, id)

const page = (order: Order) =>
  sql<LoggedDelivery, [webhookId: WebhookId, after: string, limit: number]>(
    `webhooks.page_of_deliveries_${order}`,
    `select ${columns} from deliveries where webhook_id = $1 and id ${order === 'asc' ? '>' : '<'} $2
     order by id ${order} limit $3`,
  )

const pages = { asc: page('asc'), desc: page('desc') }
const START: Readonly<Record<Order, string>> = { asc: '', desc: '~' }

export const listDeliveries = (
  reader: Reader,
  webhookId: WebhookId,
  asked: PageRequest,
): Promise<readonly LoggedDelivery[]> =>
  reader.all(
    pages[asked.order],
    webhookId,
    String(asked.after?.[0] ?? START[asked.order]),
    rowsToFetch(asked),
  )
