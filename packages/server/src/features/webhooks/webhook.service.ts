// What an owner does with webhook subscriptions. Each works in the transaction that it is handed, and locks
// the owner's feed before it looks, so that two at once come one after the other.
import type { Webhook, WebhookWithSecret } from '@challenge-service/contract'
import { neverCounted } from '../../kernel/day-count.ts'
import { newId, type OwnerId, type UncheckedId, type WebhookId } from '../../kernel/ids.ts'
import { DAY_MS } from '../../kernel/instants.ts'
import type { Keyring } from '../../kernel/keyring.ts'
import { notVisible, refuse } from '../../kernel/refusal.ts'
import type { Tx } from '../../store/store.ts'
import { lockAccount } from '../access/accounts.store.ts'
import type { Actor } from '../access/actor.ts'
import { lockGroup } from '../access/groups.store.ts'
import { feedOf } from '../events/append.ts'
import { lockFeed, noteSubscribed } from '../events/feed.store.ts'
import type { Call } from '../route.ts'
import { checkHeaderNames, type WebhookHeaders } from './headers.rules.ts'
import { findDelivery } from './log.store.ts'
import { queueAgain } from './queue.service.ts'
import { closeQueue, openQueue } from './queue.store.ts'
import { sealHeaders } from './sealed-headers.ts'
import { mintSecret, sealSecret } from './secret.ts'
import { logWebhook } from './security.ts'
import { switchOn } from './switch.service.ts'
import { checkTarget } from './target.rules.ts'
import {
  checkActive,
  checkAdmin,
  checkDisabled,
  checkEvents,
  countEnable,
  countRotation,
  neverSwitched,
  type Subscription,
} from './webhook.rules.ts'
import {
  countOfOwner,
  deleteWebhook,
  findByTarget,
  findWebhook,
  insertWebhook,
  noteSwitching,
  replaceSecret,
} from './webhook.store.ts'
import { viewWebhook } from './webhook.view.ts'

export interface WebhookSettings {
  readonly keys: Keyring
  readonly allowPrivate: boolean
  /** How many subscriptions an account or group may have. */
  readonly perOwner: number
}

interface NewWebhook {
  readonly url: string
  readonly events?: readonly string[]
  readonly description?: string
  readonly headers?: WebhookHeaders
}

const OLD_SECRET_MS = DAY_MS

export const subscribe = async (
  tx: Tx,
  { actor, input, now }: Call<NewWebhook>,
  { keys, allowPrivate, perOwner }: WebhookSettings,
): Promise<WebhookWithSecret> => {
  const { events = ['*'], headers = {} } = input
  checkEvents(events)
  checkHeaderNames(headers)
  checkUrl(input.url, allowPrivate)
  checkAdmin(actor)
  const feedId = feedOf(actor)
  const { ownerId } = actor.caller
  await lockOwner(tx, actor)
  const position = await lockFeed(tx, feedId)
  const webhook: Subscription = {
    id: newId('webhook', now),
    ownerId,
    feedId,
    url: input.url,
    target: new URL(input.url).href,
    events,
    description: input.description ?? null,
    headerNames: Object.keys(headers),
    status: 'active',
    disabledReason: null,
    disabledAt: null,
    generation: 1,
    resendFrom: null,
    createdAt: now,
    switching: neverSwitched,
    rotations: neverCounted,
    goneToldAt: null,
  }
  await checkUrlFree(tx, webhook)
  await requireCapacity(tx, ownerId, perOwner)
  const secret = mintSecret()
  await insertWebhook(tx, webhook, {
    secret: sealSecret(keys, webhook.id, secret),
    headers: sealHeaders(keys, webhook.id, headers),
  })
  const { id: webhookId, generation } = webhook
  await openQueue(tx, { webhookId, feedId, generation, position }, null)
  await noteSubscribed(tx, feedId)
  logWebhook(tx, actor, 'webhook_made', webhook, now)
  return { ...viewWebhook(webhook), signing_secret: secret }
}

/** One who was erased since the call began makes nothing that would outlive them. */
const lockOwner = async (tx: Tx, { caller: { account, group } }: Actor): Promise<void> => {
  const isThere =
    account === null ? group !== null && (await lockGroup(tx, group.id)) : await lockAccount(tx, account.id)
  if (!isThere) throw notVisible()
}

export const checkUrl = (url: string, allowPrivate: boolean): void => {
  const message = checkTarget(url, allowPrivate)
  if (message !== undefined)
    throw refuse('invalid_request', 'url_refused', `url ${message}.`, { fields: [{ field: 'url', message }] })
}

/** A URL is subscribed once by an owner, disabled subscriptions included. */
export const checkUrlFree = async (
  tx: Tx,
  { id, ownerId, target }: Pick<Subscription, 'id' | 'ownerId' | 'target'>,
): Promise<void> => {
  const known = await findByTarget(tx, ownerId, target)
  if (known !== undefined && known !== id)
    throw refuse('conflict', 'url_taken', `A subscription for this URL exists already: ${known}.`)
}

const requireCapacity = async (tx: Tx, ownerId: OwnerId, most: number): Promise<void> => {
  if ((await countOfOwner(tx, ownerId)) < most) return
  const message = `An account or group can have at most ${most} subscriptions. Delete one first.`
  throw refuse('conflict', 'limit_reached', message)
}

export type WebhookPath = { readonly id: string }

/** A subscription of the caller's owner, with its feed locked. */
export const lockWebhook = async (
  tx: Tx,
  actor: Actor,
  id: UncheckedId<'webhook'>,
): Promise<{ webhook: Subscription; position: number }> => {
  const position = await lockFeed(tx, feedOf(actor))
  const webhook = await findWebhook(tx, actor.caller.ownerId, id)
  if (!webhook) throw notVisible()
  return { webhook, position }
}

export const unsubscribe = async (
  tx: Tx,
  { actor, input, now }: Call<WebhookPath>,
): Promise<{ id: WebhookId; deleted: true }> => {
  const { webhook } = await lockWebhook(tx, actor, input.id)
  checkAdmin(actor)
  await closeQueue(tx, webhook.id)
  await deleteWebhook(tx, webhook.id, now)
  await noteSubscribed(tx, webhook.feedId)
  logWebhook(tx, actor, 'webhook_deleted', webhook, now)
  return { id: webhook.id, deleted: true }
}

export const enable = async (
  tx: Tx,
  { actor, input, now }: Call<WebhookPath & { readonly resend?: boolean }>,
): Promise<Webhook> => {
  const { webhook } = await lockWebhook(tx, actor, input.id)
  checkDisabled(webhook)
  checkAdmin(actor)
  const resend = input.resend ?? false
  await noteSwitching(tx, webhook.id, countEnable(webhook.switching, resend, now))
  return viewWebhook(await switchOn(tx, webhook, resend, now))
}

/** A second rotation within the day ends the oldest secret at once: there are never more than two. */
export const rotate = async (
  tx: Tx,
  { actor, input, now }: Call<WebhookPath>,
  { keys }: WebhookSettings,
): Promise<WebhookWithSecret> => {
  // A disabled subscription too: its owner may have lost the secret.
  const { webhook } = await lockWebhook(tx, actor, input.id)
  checkAdmin(actor)
  const secret = mintSecret()
  await replaceSecret(tx, webhook.id, {
    secret: sealSecret(keys, webhook.id, secret),
    oldUntil: now + OLD_SECRET_MS,
    rotations: countRotation(webhook.rotations, now),
  })
  logWebhook(tx, actor, 'secret_rotated', webhook, now)
  return { ...viewWebhook(webhook), signing_secret: secret }
}

export const resend = async (
  tx: Tx,
  { actor, input, now }: Call<WebhookPath & { readonly delivery_id: string }>,
): Promise<{ delivery_id: string }> => {
  const { webhook } = await lockWebhook(tx, actor, input.id)
  const delivery = await findDelivery(tx, webhook.id, input.delivery_id)
  if (!delivery) throw notVisible()
  checkActive(webhook)
  checkAdmin(actor)
  return queueAgain(tx, webhook, delivery, now)
}
