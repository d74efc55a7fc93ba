// How a delivery went, in words.
import type { Delivery } from '@challenge-service/contract'

export const deliveryTitle = ({ outcome, response_status, response_ms, error }: Delivery): string => {
  if (response_status !== null) {
    return `${response_status} after ${((response_ms ?? 0) / 1000).toFixed(1)} s`
  }
  return error ?? (outcome === null ? 'not tried yet' : outcome.replaceAll('_', ' '))
}
