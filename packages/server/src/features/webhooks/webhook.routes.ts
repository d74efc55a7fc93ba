// /v1/webhooks
import { endpoints } from '@challenge-service/contract'
import type { UncheckedId } from '../../kernel/ids.ts'
import { pageOf } from '../../kernel/page.ts'
import { notVisible } from '../../kernel/refusal.ts'
import type { Reader } from '../../store/store.ts'
import type { Actor } from '../access/actor.ts'
import { list, read, write, type Route } from '../route.ts'
import { change } from './change.service.ts'
import { listDeliveries } from './log.store.ts'
import { sendTest } from './test.service.ts'
import { checkAdmin, type Subscription } from './webhook.rules.ts'
import { enable, resend, rotate, subscribe, unsubscribe, type WebhookSettings } from './webhook.service.ts'
import { findWebhook, listWebhooks } from './webhook.store.ts'
import { viewDelivery, viewWebhook } from './webhook.view.ts'

export const webhookRoutes = (settings: WebhookSettings): readonly Route[] => [
  list(endpoints.listWebhooks, async (reader, { actor, page }) => {
    checkAdmin(actor)
    return pageOf(await listWebhooks(reader, actor.caller.ownerId, page), page, ({ id }) => [id], viewWebhook)
  }),
  write(endpoints.createWebhook, (tx, call) => subscribe(tx, call, settings)),
  read(endpoints.getWebhook, async (reader, { actor, input }) =>
    viewWebhook(await getVisible(reader, actor, input.id)),
  ),
  write(endpoints.changeWebhook, (tx, call) => change(tx, call, settings)),
  write(endpoints.deleteWebhook, unsubscribe),
  write(endpoints.enableWebhook, enable),
  write(endpoints.rotateWebhook, (tx, call) => rotate(tx, call, settings)),
  write(endpoints.testWebhook, sendTest),
  list(endpoints.listDeliveries, async (reader, { actor, input, page }) => {
    const webhook = await getVisible(reader, actor, input.id)
    const rows = await listDeliveries(reader, webhook.id, page)
    return pageOf(
      rows,
      page,
      ({ id }) => [id],
      (row) => viewDelivery(row, webhook),
    )
  }),
  write(endpoints.resendDelivery, resend),
]

const getVisible = async (
  reader: Reader,
  actor: Actor,
  id: UncheckedId<'webhook'>,
): Promise<Subscription> => {
  const webhook = await findWebhook(reader, actor.caller.ownerId, id)
  if (!webhook) throw notVisible()
  checkAdmin(actor)
  return webhook
}
