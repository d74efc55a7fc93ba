// The log of a subscription's deliveries, kept for thirty days.
import type { AttemptOutcome, DeliveryStatus, EventKind, Order } from '@challenge-service/contract'
import type { DeliveryId, EventId, UncheckedId, WebhookId } from '../../kernel/ids.ts'
import { rowsToFetch, type PageRequest } from '../../kernel/page.ts'
import { forPageOf, sql } from '../../store/statements/statement.ts'
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

const findBody = sql<{ readonly body: string | null }, [webhookId: WebhookId, id: UncheckedId<'delivery'>]>(
  'webhooks.find_delivery_body',
  `select coalesce(d.body, e.body) as body from deliveries d join webhooks w on w.id = d.webhook_id
   left join events e on e.feed_id = w.feed_id and e.seq = d.seq and e.id = d.event_id
   where d.webhook_id = $1 and d.id = $2`,
)

/** What was sent; null where the event is kept no more. */
export const findDeliveryBody = async (
  reader: Reader,
  webhookId: WebhookId,
  id: UncheckedId<'delivery'>,
): Promise<string | null> => (await reader.first(findBody, webhookId, id))?.body ?? null

/** More are not looked at: a page must not cost what the feed costs. */
const LOOKED_THROUGH = 1_000

interface CountedKind {
  readonly type: string
  readonly looked_at: number
  readonly missed: number
}

const countKinds = sql<CountedKind, [webhookId: WebhookId, limit: number]>(
  'webhooks.count_missed',
  `select page.type, count(*) as looked_at, sum(case when exists (
       select 1 from deliveries d where d.webhook_id = $1 and d.seq = page.seq and d.status = 'delivered')
     then 0 else 1 end) as missed
   from (select e.seq, e.type from webhooks w join events e on e.feed_id = w.feed_id and e.seq >= w.resend_from
         where w.id = $1 order by e.seq limit $2) as page
   group by page.type`,
)

export interface Missed {
  readonly kinds: readonly { readonly type: string; readonly missed: number }[]
  /** There may be events behind those that were looked at. */
  readonly isMore: boolean
}

/** How many events of each kind a switched-off subscription was not sent. */
export const countMissed = async (reader: Reader, webhookId: WebhookId): Promise<Missed> => {
  const kinds = await reader.all(countKinds, webhookId, LOOKED_THROUGH)
  return { kinds, isMore: kinds.reduce((sum, { looked_at }) => sum + looked_at, 0) >= LOOKED_THROUGH }
}

const findOldSecret = sql<{ readonly until: number | null }, [webhookId: WebhookId]>(
  'webhooks.find_old_secret_end',
  'select old_secret_until as until from webhooks where id = $1',
)

/** Until when the secret before the last rotation signs too; null where there is none. */
export const findOldSecretEnd = async (reader: Reader, webhookId: WebhookId): Promise<number | null> =>
  (await reader.first(findOldSecret, webhookId))?.until ?? null

const makePage = (order: Order) =>
  sql<LoggedDelivery, [webhookId: WebhookId, after: string, limit: number]>(
    `webhooks.page_of_deliveries_${order}`,
    `select ${columns} from deliveries where webhook_id = $1 and id ${order === 'asc' ? '>' : '<'} $2
     order by id ${order} limit $3`,
  )

const pages = { asc: makePage('asc'), desc: makePage('desc') }
const START: Readonly<Record<Order, string>> = { asc: '', desc: '~' }

export const listDeliveries = (
  reader: Reader,
  webhookId: WebhookId,
  page: PageRequest,
): Promise<readonly LoggedDelivery[]> =>
  reader.all(
    forPageOf(rowsToFetch(page), pages[page.order]),
    webhookId,
    String(page.after?.[0] ?? START[page.order]),
    rowsToFetch(page),
  )

/** What an owner looks for in the log. */
export type SoughtDeliveries = 'failed' | 'waiting'

type SoughtParams = [webhookId: WebhookId, before: string, generation: number, limit: number]

// Few wait at any time: events become deliveries only when there is capacity to send them.
const sought = {
  failed: sql<LoggedDelivery, SoughtParams>(
    'webhooks.failed_deliveries',
    `select ${columns} from (
       select * from (select * from deliveries
         where webhook_id = $1 and id < $2 and status in ('failed', 'dropped') order by id desc limit $4) as settled
       union all
       select * from deliveries where webhook_id = $1 and id < $2 and due_at is not null and run <> $3) as failed
     order by id desc limit $4`,
  ),
  waiting: sql<LoggedDelivery, SoughtParams>(
    'webhooks.waiting_deliveries',
    `select ${columns} from deliveries where webhook_id = $1 and id < $2 and due_at is not null and run = $3
     order by id desc limit $4`,
  ),
}

/** The newest first. `before`: the last one that was shown. */
export const seekDeliveries = (
  reader: Reader,
  kind: SoughtDeliveries,
  webhookId: WebhookId,
  generation: number,
  before: string | undefined,
  limit: number,
): Promise<readonly LoggedDelivery[]> =>
  reader.all(sought[kind], webhookId, before ?? START.desc, generation, limit)
