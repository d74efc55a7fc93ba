// Changes a subscription. What is claimed from its queue after the commit goes to the new URL with the new headers;
// what a process has claimed before and not begun is handed back when it hears of the change. Retries keep their time and
// count.
import type { Webhook } from '@challenge-service/contract'
import type { Tx } from '../../store/store.ts'
import { RECEIVERS_TOPIC, wakeQueue } from '../events/deliveries.store.ts'
import type { Call } from '../route.ts'
import { checkHeaderNames, isOtherReceiver, type WebhookHeaders } from './headers.rules.ts'
import { sealHeaders } from './sealed-headers.ts'
import { logWebhook } from './security.ts'
import { checkAdmin, checkEvents, replaceEvents, type Subscription } from './webhook.rules.ts'
import {
  checkUrl,
  checkUrlFree,
  lockWebhook,
  type WebhookPath,
  type WebhookSettings,
} from './webhook.service.ts'
import { replaceHeaders, updateWebhook } from './webhook.store.ts'
import { viewWebhook } from './webhook.view.ts'

/** What is left out stays as it is. */
interface WebhookChange {
  readonly url?: string
  readonly events?: readonly string[]
  readonly description?: string | null
  readonly headers?: WebhookHeaders
}

export const change = async (
  tx: Tx,
  { actor, input, now }: Call<WebhookPath & WebhookChange>,
  { keys, allowPrivate }: WebhookSettings,
): Promise<Webhook> => {
  if (input.events) checkEvents(input.events)
  if (input.headers) checkHeaderNames(input.headers)
  if (input.url !== undefined) checkUrl(input.url, allowPrivate)
  const { webhook: before } = await lockWebhook(tx, actor, input.id)
  checkAdmin(actor)
  const changed = applyChange(before, input)
  await checkUrlFree(tx, changed)
  const headers = findNewHeaders(before, changed, input)
  if (!headers && isSame(before, changed)) return viewWebhook(before)
  const after = headers ? { ...changed, headerNames: Object.keys(headers) } : changed
  await updateWebhook(tx, after)
  if (headers) await replaceHeaders(tx, after, sealHeaders(keys, after.id, headers))
  wakeQueue(tx, after.id, now)
  tx.signal(RECEIVERS_TOPIC)
  logWebhook(tx, actor, 'webhook_changed', after, now)
  return viewWebhook(after)
}

const applyChange = (
  before: Subscription,
  { url = before.url, events, description = before.description }: WebhookChange,
): Subscription => ({
  ...before,
  url,
  target: new URL(url).href,
  events: events ? replaceEvents(before.events, events) : before.events,
  description,
})

/** As where a form is sent twice. */
const isSame = (before: Subscription, after: Subscription): boolean =>
  before.url === after.url &&
  before.description === after.description &&
  before.events.join(' ') === after.events.join(' ')

/** Undefined where the present ones stay. */
const findNewHeaders = (
  before: Subscription,
  after: Subscription,
  { headers }: WebhookChange,
): WebhookHeaders | undefined => headers ?? (isOtherReceiver(before.target, after.target) ? {} : undefined)
