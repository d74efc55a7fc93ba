// What `webhook deliveries` does: the log of a subscription, for the operator.
import type { Delivery } from '@challenge-service/contract'
import { listDeliveriesAsOperator } from '../../features/webhooks/operator.service.ts'
import { say, withStore } from '../context.ts'
import { showCount } from '../count.ts'
import type { ListDeliveriesOptions } from '../options.ts'

export const list = async (id: string, options: ListDeliveriesOptions): Promise<void> => {
  const deliveries = await withStore(options, (store) => listDeliveriesAsOperator(store, id, options.limit))
  say(
    options,
    { deliveries },
    deliveries.length === 0 ? ['no deliveries in the last 30 days'] : deliveries.map(describe),
  )
}

const describe = (delivery: Delivery): string => {
  const { id, created_at, type, status, attempts } = delivery
  const parts = [id, created_at, type, status, showCount(attempts, 'attempt'), describeAnswer(delivery)]
  return parts.filter((part) => part !== '').join('  ')
}

/** Of the last attempt: what came of it, the status, and how long the receiver took. */
const describeAnswer = ({ outcome, response_status, response_ms }: Delivery): string => {
  if (outcome === null) return ''
  return response_status === null ? outcome : `${outcome} (${response_status}) in ${response_ms ?? 0} ms`
}
