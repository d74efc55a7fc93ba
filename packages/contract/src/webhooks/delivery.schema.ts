// The log of deliveries: what was sent to a subscription, and how it went.
import type { Static } from 'typebox'
import { eventKinds } from '../events/event-kinds.ts'
import { namedObject } from '../object.ts'
import { always, count, id, instant, nullable, oneOf, optional, string, whole } from '../schema.ts'

/** `dropped`: waiting when the subscription was switched off, and not sent. */
export const deliveryStatuses = ['pending', 'delivered', 'failed', 'dropped'] as const
export type DeliveryStatus = (typeof deliveryStatuses)[number]

/**
 * What came of an attempt. `delivered`: a 2xx in time. `gone`: a 410. `redirected`: a 3xx, never followed.
 * `refused_status`: any other status. `timed_out`: no status in time. `unreachable`: no connection, DNS included.
 * `connection_lost`: a connection that ended before a status came. `tls_failed`: no trust in the receiver's
 * certificate, or no TLS at all. `target_forbidden`: the address is not public; nothing was sent.
 * `answer_broken`: what came back is not HTTP.
 */
export const attemptOutcomes = [
  'delivered',
  'gone',
  'redirected',
  'refused_status',
  'timed_out',
  'unreachable',
  'connection_lost',
  'tls_failed',
  'target_forbidden',
  'answer_broken',
] as const
export type AttemptOutcome = (typeof attemptOutcomes)[number]

export const Delivery = namedObject('Delivery', 'A delivery of the last 30 days, and how it went.', {
  id: id('delivery', 'The delivery: the same in `X-SVC-Delivery` at each attempt.'),
  event_id: id('event', 'The event that it delivers.'),
  type: oneOf(eventKinds, 'The kind of that event.'),
  test: optional(always('Only of a sample: the event is an example of the documentation.')),
  status: oneOf(deliveryStatuses, '`dropped` was waiting when the subscription was switched off.'),
  attempts: count('How often it was tried.'),
  outcome: nullable(
    oneOf(attemptOutcomes),
    'What came of the last attempt that ended. `gone` is a 410; `refused_status` any other status that is not a 2xx or 3xx; `target_forbidden` an address that is not public.',
  ),
  error: nullable(string(), 'Why the last attempt failed where no answer came, in one sentence.'),
  response_status: nullable(whole(), 'What the receiver answered last; null if no answer came.'),
  response_ms: nullable(count(), 'How long that answer took, in milliseconds.'),
  response_excerpt: nullable(string(), 'The beginning of that answer, at most 1 KiB.'),
  created_at: instant('When it was queued.'),
  last_attempt_at: nullable(instant(), 'When it was tried last.'),
  next_attempt_at: nullable(instant(), 'When it will be tried again.'),
})
export type Delivery = Static<typeof Delivery>

export const QueuedDelivery = namedObject('QueuedDelivery', 'A delivery that was queued.', {
  delivery_id: id('delivery', 'The delivery, to be found in the log.'),
})
