// Subscriptions on disk. Whoever changes one has locked the feed of its owner before, which is the first lock of
// every transaction that touches subscriptions, queues or deliveries.
import type { DisabledReason, Order, WebhookStatus } from '@challenge-service/contract'
import type { FeedId, OwnerId, UncheckedId, WebhookId } from '../../kernel/ids.ts'
import { rowsToFetch, type PageRequest } from '../../kernel/page.ts'
import { Fault } from '../../kernel/refusal.ts'
import { forPageOf, inPieces, sql } from '../../store/statement.ts'
import type { Reader, Tx } from '../../store/store.ts'
import type { Subscription, Switching } from './webhook.rules.ts'

interface WebhookRow {
  readonly id: WebhookId
  readonly owner_id: OwnerId
  readonly feed_id: FeedId
  readonly url: string
  readonly target: string
  readonly events: string
  readonly description: string | null
  readonly header_names: string
  readonly status: WebhookStatus
  readonly disabled_reason: DisabledReason | null
  readonly disabled_at: number | null
  readonly run: number
  readonly resend_from: number | null
  readonly created_at: number
  readonly enables: number
  readonly enables_from: number | null
  readonly resent_at: number | null
  readonly gone_told_at: number | null
}

const columns = `id, owner_id, feed_id, url, target, events, description, header_names, status, disabled_reason,
  disabled_at, run, resend_from, created_at, enables, enables_from, resent_at, gone_told_at`

const toSubscription = (row: WebhookRow): Subscription => ({
  id: row.id,
  ownerId: row.owner_id,
  feedId: row.feed_id,
  url: row.url,
  target: row.target,
  events: row.events.split(' '),
  description: row.description,
  headerNames: row.header_names === '' ? [] : row.header_names.split(' '),
  status: row.status,
  disabledReason: row.disabled_reason,
  disabledAt: row.disabled_at,
  generation: row.run,
  resendFrom: row.resend_from,
  createdAt: row.created_at,
  switching: { enables: row.enables, enablesFrom: row.enables_from, resentAt: row.resent_at },
  goneToldAt: row.gone_told_at,
})

const find = sql<WebhookRow, [ownerId: OwnerId, id: UncheckedId<'webhook'>]>(
  'webhooks.find',
  `select ${columns} from webhooks where owner_id = $1 and id = $2 and deleted_at is null`,
)

export const findWebhook = async (
  reader: Reader,
  ownerId: OwnerId,
  id: UncheckedId<'webhook'>,
): Promise<Subscription | undefined> => {
  const row = await reader.first(find, ownerId, id)
  return row && toSubscription(row)
}

const findAny = sql<WebhookRow, [id: UncheckedId<'webhook'>]>(
  'webhooks.find_any',
  `select ${columns} from webhooks where id = $1 and deleted_at is null`,
)

/** Whoever owns it: for the operator and for the engine. */
export const findAnyWebhook = async (
  reader: Reader,
  id: UncheckedId<'webhook'>,
): Promise<Subscription | undefined> => {
  const row = await reader.first(findAny, id)
  return row && toSubscription(row)
}

const allOfOwner = sql<WebhookRow, [ownerId: OwnerId]>(
  'webhooks.all_of_owner',
  `select ${columns} from webhooks where owner_id = $1 and deleted_at is null order by id`,
)

/** All of them: there are as many as the operator allows. */
export const listOfOwner = async (reader: Reader, ownerId: OwnerId): Promise<readonly Subscription[]> =>
  (await reader.all(inPieces(allOfOwner), ownerId)).map(toSubscription)

const count = sql<{ webhooks: number }, [ownerId: OwnerId]>(
  'webhooks.count_of_owner',
  'select count(*) as webhooks from webhooks where owner_id = $1 and deleted_at is null',
)

export const countOfOwner = async (reader: Reader, ownerId: OwnerId): Promise<number> =>
  (await reader.first(count, ownerId))?.webhooks ?? 0

const byTarget = sql<{ id: WebhookId }, [ownerId: OwnerId, target: string]>(
  'webhooks.find_by_target',
  'select id from webhooks where owner_id = $1 and target = $2 and deleted_at is null',
)

/** The subscription of an owner for a URL in its canonical form. */
export const findByTarget = async (
  reader: Reader,
  ownerId: OwnerId,
  target: string,
): Promise<WebhookId | undefined> => (await reader.first(byTarget, ownerId, target))?.id

const page = (order: Order) =>
  sql<WebhookRow, [ownerId: OwnerId, after: string, limit: number]>(
    `webhooks.page_${order}`,
    `select ${columns} from webhooks
     where owner_id = $1 and deleted_at is null and id ${order === 'asc' ? '>' : '<'} $2 order by id ${order} limit $3`,
  )

const pages = { asc: page('asc'), desc: page('desc') }
const START: Readonly<Record<Order, string>> = { asc: '', desc: '~' }

export const listWebhooks = async (
  reader: Reader,
  ownerId: OwnerId,
  asked: PageRequest,
): Promise<readonly Subscription[]> => {
  const after = String(asked.after?.[0] ?? START[asked.order])
  const limit = rowsToFetch(asked)
  return (await reader.all(forPageOf(limit, pages[asked.order]), ownerId, after, limit)).map(toSubscription)
}

const pageOfAll = sql<WebhookRow, [limit: number]>(
  'webhooks.list_newest',
  `select ${columns} from webhooks where deleted_at is null order by id desc limit $1`,
)

/** For the operator: whoever owns them, newest first. */
export const listNewest = async (reader: Reader, limit: number): Promise<readonly Subscription[]> =>
  (await reader.all(pageOfAll, limit)).map(toSubscription)

const insert = sql<
  never,
  [
    id: WebhookId,
    ownerId: OwnerId,
    feedId: FeedId,
    url: string,
    target: string,
    events: string,
    description: string | null,
    generation: number,
    secret: Uint8Array,
    headers: Uint8Array | null,
    headerNames: string,
    now: number,
  ]
>(
  'webhooks.insert',
  `insert into webhooks (id, owner_id, feed_id, url, target, events, description, status, run, secret, headers,
     header_names, created_at)
   values ($1, $2, $3, $4, $5, $6, $7, 'active', $8, $9, $10, $11, $12)`,
)

/** What is kept encrypted of a subscription. */
export interface SealedWebhook {
  readonly secret: Uint8Array
  readonly headers: Uint8Array | null
}

export const insertWebhook = async (
  tx: Tx,
  webhook: Subscription,
  { secret, headers }: SealedWebhook,
): Promise<void> => {
  const { id, ownerId, feedId, url, target, events, description, generation, createdAt } = webhook
  await tx.run(
    insert,
    id,
    ownerId,
    feedId,
    url,
    target,
    events.join(' '),
    description,
    generation,
    secret,
    headers,
    webhook.headerNames.join(' '),
    createdAt,
  )
}

const change = sql<
  never,
  [id: WebhookId, url: string, target: string, events: string, description: string | null]
>(
  'webhooks.change',
  `update webhooks set url = $2, target = $3, events = $4, description = $5
   where id = $1 and deleted_at is null`,
)

/** All that its owner can change but its headers. */
export const updateWebhook = async (
  tx: Tx,
  { id, url, target, events, description }: Subscription,
): Promise<void> => changedOne(await tx.run(change, id, url, target, events.join(' '), description))

const changeHeaders = sql<never, [id: WebhookId, headers: Uint8Array | null, names: string]>(
  'webhooks.change_headers',
  'update webhooks set headers = $2, header_names = $3 where id = $1 and deleted_at is null',
)

export const replaceHeaders = async (
  tx: Tx,
  { id, headerNames }: Subscription,
  headers: Uint8Array | null,
): Promise<void> => changedOne(await tx.run(changeHeaders, id, headers, headerNames.join(' ')))

const disable = sql<
  never,
  [id: WebhookId, generation: number, reason: DisabledReason, now: number, resendFrom: number]
>(
  'webhooks.disable',
  `update webhooks set status = 'disabled', disabled_reason = $3, disabled_at = $4, resend_from = $5
   where id = $1 and run = $2 and status = 'active' and deleted_at is null`,
)

export const disableWebhook = async (
  tx: Tx,
  { id, generation }: Subscription,
  reason: DisabledReason,
  resendFrom: number,
  now: number,
): Promise<void> => changedOne(await tx.run(disable, id, generation, reason, now, resendFrom))

const enable = sql<never, [id: WebhookId, generation: number]>(
  'webhooks.enable',
  `update webhooks set status = 'active', disabled_reason = null, disabled_at = null, resend_from = null, run = $2 + 1
   where id = $1 and run = $2 and status = 'disabled' and deleted_at is null`,
)

/** Begins its next generation. */
export const enableWebhook = async (tx: Tx, { id, generation }: Subscription): Promise<void> =>
  changedOne(await tx.run(enable, id, generation))

const note = sql<never, [id: WebhookId, enables: number, from: number | null, resentAt: number | null]>(
  'webhooks.note_switching',
  `update webhooks set enables = $2, enables_from = $3, resent_at = $4 where id = $1 and deleted_at is null`,
)

export const noteSwitching = async (
  tx: Tx,
  id: WebhookId,
  { enables, enablesFrom, resentAt }: Switching,
): Promise<void> => changedOne(await tx.run(note, id, enables, enablesFrom, resentAt))

const noteTold = sql<never, [id: WebhookId, now: number]>(
  'webhooks.note_gone_told',
  'update webhooks set gone_told_at = $2 where id = $1 and deleted_at is null',
)

export const noteGoneTold = async (tx: Tx, id: WebhookId, now: number): Promise<void> =>
  changedOne(await tx.run(noteTold, id, now))

const remove = sql<never, [id: WebhookId, now: number]>(
  'webhooks.delete',
  `update webhooks set status = 'disabled', deleted_at = $2 where id = $1 and deleted_at is null`,
)

/** Its deliveries are many, perhaps, and go little by little. */
export const deleteWebhook = async (tx: Tx, id: WebhookId, now: number): Promise<void> =>
  changedOne(await tx.run(remove, id, now))

const rotate = sql<never, [id: WebhookId, secret: Uint8Array, oldUntil: number]>(
  'webhooks.rotate',
  `update webhooks set old_secret = secret, old_secret_until = $3, secret = $2 where id = $1 and deleted_at is null`,
)

export const replaceSecret = async (
  tx: Tx,
  id: WebhookId,
  secret: Uint8Array,
  oldUntil: number,
): Promise<void> => changedOne(await tx.run(rotate, id, secret, oldUntil))

const changedOne = (rows: number): void => {
  if (rows !== 1) throw new Fault('a subscription changed while its feed was locked')
}
