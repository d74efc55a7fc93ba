// What `webhook enable` and `webhook resend` do.
import { resendAsOperator, switchOnAsOperator } from '../../features/webhooks/operator.service.ts'
import { say, withStore } from '../context.ts'
import { viewWebhook } from './webhook.ts'
import type { CommonOptions, EnableOptions } from '../options.ts'

export const enable = async (id: string, options: EnableOptions): Promise<void> => {
  const changed = await withStore(options, (store, now) =>
    store.write((tx) => switchOnAsOperator(tx, id, options.resend ?? false, now)),
  )
  say(options, viewWebhook(changed), [`${changed.id} is active`])
}

export const resend = async (id: string, deliveryId: string, options: CommonOptions): Promise<void> => {
  const queued = await withStore(options, (store, now) =>
    store.write((tx) => resendAsOperator(tx, id, deliveryId, now)),
  )
  say(options, queued, [`queued as ${queued.delivery_id}`])
}
