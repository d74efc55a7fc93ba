// What pages ask of webhooks and their deliveries.
export {
  countMissed,
  findDelivery,
  findDeliveryBody,
  findOldSecretEnd,
  seekDeliveries,
  type Missed,
  type SoughtDeliveries,
} from './log.store.ts'
export { findWebhook } from './webhook.store.ts'
