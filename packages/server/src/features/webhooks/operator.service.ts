// What the operator does with anyone's subscription.
import type { Delivery } from '@challenge-service/contract'
import type { UncheckedId } from '../../kernel/ids.ts'
import type { Reader, Tx } from '../../store/store.ts'
import { findPlan } from '../access/accounts.store.ts'
import { OperatorError } from '../../kernel/operator-error.ts'
import { lockFeed } from '../events/feed.store.ts'
import { findDelivery, listDeliveries } from './log.store.ts'
import { queueAgain } from './queue.service.ts'
import { switchOn } from './switch.service.ts'
import type { Subscription } from './webhook.rules.ts'
import { viewDelivery } from './webhook.view.ts'
import { findAnyWebhook } from './webhook.store.ts'

const lock = async (tx: Tx, id: UncheckedId<'webhook'>): Promise<Subscription> => {
  const seen = await findAnyWebhook(tx, id)
  if (seen) await lockFeed(tx, seen.feedId)
  // What was seen before the lock may have changed since.
  return getAnyWebhook(tx, id)
}

const getAnyWebhook = async (reader: Reader, id: UncheckedId<'webhook'>): Promise<Subscription> => {
  const webhook = await findAnyWebhook(reader, id)
  if (!webhook)
    throw new OperatorError(
      `there is no webhook ${JSON.stringify(id)}: webhook list shows those that there are`,
    )
  return webhook
}

export const switchOnAsOperator = async (
  tx: Tx,
  id: UncheckedId<'webhook'>,
  resend: boolean,
  now: number,
): Promise<Subscription> => {
  const webhook = await lock(tx, id)
  if (webhook.status === 'active') throw new OperatorError(`${id} is active already`)
  if ((await findPlan(tx, webhook.ownerId)) === 'free')
    throw new OperatorError(
      `the account of ${id} is on the free plan; put it on club first with account plan`,
    )
  return switchOn(tx, webhook, resend, now)
}

export const resendAsOperator = async (
  tx: Tx,
  id: UncheckedId<'webhook'>,
  deliveryId: UncheckedId<'delivery'>,
  now: number,
): Promise<{ delivery_id: string }> => {
  const webhook = await lock(tx, id)
  const delivery = await findDelivery(tx, webhook.id, deliveryId)
  if (!delivery) throw new OperatorError(`${id} has no delivery ${JSON.stringify(deliveryId)}`)
  if (webhook.status !== 'active') throw new OperatorError(`${id} is switched off; run webhook enable first`)
  return queueAgain(tx, webhook, delivery, now)
}

/** Its log, the newest first, as its owner sees it. */
export const listDeliveriesAsOperator = async (
  reader: Reader,
  id: UncheckedId<'webhook'>,
  limit: number,
): Promise<readonly Delivery[]> => {
  const webhook = await getAnyWebhook(reader, id)
  const rows = await listDeliveries(reader, webhook.id, { limit, order: 'desc', after: undefined })
  return rows.slice(0, limit).map((row) => viewDelivery(row, webhook))
}
