// Subscriptions on disk. A change locks the feed of the owner first, as does every transaction that touches
// subscriptions, queues or deliveries.
import type { DisabledReason, Order, WebhookStatus } from '@challenge-service/contract'
import type { DayCount } from '../../kernel/day-count.ts'
import type { FeedId, OwnerId, UncheckedId, WebhookId } from '../../kernel/ids.ts'
import { rowsToFetch, type PageRequest } from '../../kernel/page.ts'
import { Fault } from '../../kernel/refusal.ts'
import { change, insertInto } from '../../store/statements/changes.ts'
import { webhooks } from '../../store/schema/events.ts'
import { forPageOf, inPieces, sql } from '../../store/statements/statement.ts'
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
  readonly rotations: number
  readonly rotations_from: number | null
}

const columns = `id, owner_id, feed_id, url, target, events, description, header_names, status, disabled_reason,
  disabled_at, run, resend_from, created_at, enables, enables_from, resent_at, gone_told_at,
  rotations, rotations_from`

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
  rotations: { count: row.rotations, from: row.rotations_from },
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

/** For any owner: used by the operator and the engine. */
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

const makePage = (order: Order) =>
  sql<WebhookRow, [ownerId: OwnerId, after: string, limit: number]>(
    `webhooks.page_${order}`,
    `select ${columns} from webhooks
     where owner_id = $1 and deleted_at is null and id ${order === 'asc' ? '>' : '<'} $2 order by id ${order} limit $3`,
  )

const pages = { asc: makePage('asc'), desc: makePage('desc') }
const START: Readonly<Record<Order, string>> = { asc: '', desc: '~' }

export const listWebhooks = async (
  reader: Reader,
  ownerId: OwnerId,
  page: PageRequest,
): Promise<readonly Subscription[]> => {
  const after = String(page.after?.[0] ?? START[page.order])
  const limit = rowsToFetch(page)
  return (await reader.all(forPageOf(limit, pages[page.order]), ownerId, after, limit)).map(toSubscription)
}

const pageOfAll = sql<WebhookRow, [limit: number]>(
  'webhooks.list_newest',
  `select ${columns} from webhooks where deleted_at is null order by id desc limit $1`,
)

/** For the operator: of all owners, newest first. */
export const listNewest = async (reader: Reader, limit: number): Promise<readonly Subscription[]> =>
  (await reader.all(pageOfAll, limit)).map(toSubscription)

const insert = insertInto(webhooks, 'webhooks.insert', [
  'id',
  'owner_id',
  'feed_id',
  'url',
  'target',
  'events',
  'description',
  'status',
  'run',
  'secret',
  'headers',
  'header_names',
  'created_at',
])

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
  await tx.run(insert, {
    id: webhook.id,
    owner_id: webhook.ownerId,
    feed_id: webhook.feedId,
    url: webhook.url,
    target: webhook.target,
    events: webhook.events.join(' '),
    description: webhook.description,
    status: 'active',
    run: webhook.generation,
    secret,
    headers,
    header_names: webhook.headerNames.join(' '),
    created_at: webhook.createdAt,
  })
}

const edit = change(
  webhooks,
  'webhooks.change',
  `update webhooks set url = $url, target = $target, events = $events, description = $description
   where id = $id and deleted_at is null`,
)

/** All that its owner can change but its headers. */
export const updateWebhook = async (
  tx: Tx,
  { id, url, target, events, description }: Subscription,
): Promise<void> => changedOne(await tx.run(edit, { id, url, target, events: events.join(' '), description }))

const changeHeaders = change(
  webhooks,
  'webhooks.change_headers',
  'update webhooks set headers = $headers, header_names = $header_names where id = $id and deleted_at is null',
)

export const replaceHeaders = async (
  tx: Tx,
  { id, headerNames }: Subscription,
  headers: Uint8Array | null,
): Promise<void> =>
  changedOne(await tx.run(changeHeaders, { id, headers, header_names: headerNames.join(' ') }))

const disable = change(
  webhooks,
  'webhooks.disable',
  `update webhooks set status = 'disabled', disabled_reason = $disabled_reason, disabled_at = $disabled_at,
     resend_from = $resend_from
   where id = $id and run = $run and status = 'active' and deleted_at is null`,
)

export const disableWebhook = async (
  tx: Tx,
  { id, generation }: Subscription,
  reason: DisabledReason,
  resendFrom: number,
  now: number,
): Promise<void> =>
  changedOne(
    await tx.run(disable, {
      id,
      run: generation,
      disabled_reason: reason,
      disabled_at: now,
      resend_from: resendFrom,
    }),
  )

const enable = change(
  webhooks,
  'webhooks.enable',
  `update webhooks set status = 'active', disabled_reason = null, disabled_at = null, resend_from = null, run = run + 1
   where id = $id and run = $run and status = 'disabled' and deleted_at is null`,
)

/** Begins its next generation. */
export const enableWebhook = async (tx: Tx, { id, generation }: Subscription): Promise<void> =>
  changedOne(await tx.run(enable, { id, run: generation }))

const note = change(
  webhooks,
  'webhooks.note_switching',
  `update webhooks set enables = $enables, enables_from = $enables_from, resent_at = $resent_at
   where id = $id and deleted_at is null`,
)

export const noteSwitching = async (
  tx: Tx,
  id: WebhookId,
  { enables, enablesFrom, resentAt }: Switching,
): Promise<void> =>
  changedOne(await tx.run(note, { id, enables, enables_from: enablesFrom, resent_at: resentAt }))

const noteTold = change(
  webhooks,
  'webhooks.note_gone_told',
  'update webhooks set gone_told_at = $gone_told_at where id = $id and deleted_at is null',
)

export const noteGoneTold = async (tx: Tx, id: WebhookId, now: number): Promise<void> =>
  changedOne(await tx.run(noteTold, { id, gone_told_at: now }))

const remove = change(
  webhooks,
  'webhooks.delete',
  `update webhooks set status = 'disabled', deleted_at = $deleted_at where id = $id and deleted_at is null`,
)

/** Its deliveries are many, perhaps, and go little by little. */
export const deleteWebhook = async (tx: Tx, id: WebhookId, now: number): Promise<void> =>
  changedOne(await tx.run(remove, { id, deleted_at: now }))

const rotate = change(
  webhooks,
  'webhooks.rotate',
  `update webhooks set old_secret = secret, old_secret_until = $old_secret_until, secret = $secret,
     rotations = $rotations, rotations_from = $rotations_from
   where id = $id and deleted_at is null`,
)

export interface Rotation {
  readonly secret: Uint8Array
  /** How long the previous secret signs too. */
  readonly oldUntil: number
  readonly rotations: DayCount
}

export const replaceSecret = async (
  tx: Tx,
  id: WebhookId,
  { secret, oldUntil, rotations }: Rotation,
): Promise<void> =>
  changedOne(
    await tx.run(rotate, {
      id,
      secret,
      old_secret_until: oldUntil,
      rotations: rotations.count,
      rotations_from: rotations.from,
    }),
  )

const changedOne = (rows: number): void => {
  if (rows !== 1) throw new Fault('a subscription changed while its feed was locked')
}
