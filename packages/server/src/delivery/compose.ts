// What is sent for a delivery: the event as it stands in the feed, and the headers that name and sign it.
import { limits } from '@challenge-service/contract/plain'
import type { Message } from './http/attempt.ts'
import { signatureHeaders } from './http/signature.ts'
import type { ClaimedDelivery } from './queue/claimed-delivery.ts'

const USER_AGENT = 'Challenge-Service-Webhooks/1'

/** The headers are a list, and not an object: making one, and going through it again, takes as long as signing. */
export const composeMessage = (delivery: ClaimedDelivery, now: number, traceparent?: string): Message => {
  const { eventId, type, id, attempt, receiver } = delivery
  const { keys, old } = receiver
  const body = Buffer.from(delivery.body)
  const signers = old && now < old.until ? [keys, old.keys] : [keys]
  const headers = [
    'content-type',
    'application/json',
    'user-agent',
    USER_AGENT,
    'x-svc-event',
    type,
    'x-svc-delivery',
    id,
    'x-svc-attempt',
    String(Math.min(attempt, limits.deliveryAttempts)),
  ]
  headers.push(...signatureHeaders(signers, { eventId, body }, now))
  if (traceparent !== undefined) headers.push('traceparent', traceparent)
  if (delivery.isTest) headers.push('x-svc-test', 'true')
  if (receiver.headers.length > 0) headers.push(...receiver.headers)
  return { headers, body }
}
