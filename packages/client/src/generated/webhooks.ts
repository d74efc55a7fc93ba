// Written by `npm run generate`: the objects of the contract.

import type { EventKind, WebhookStatus, DisabledReason, DeliveryStatus, AttemptOutcome } from './words.ts'

/** A subscription. */
export interface Webhook {
  /** The subscription. */
  id: string
  /** Where deliveries are sent. */
  url: string
  /** The kinds that are delivered; `*` is all of them. */
  events: ('*' | EventKind)[]
  /** As it was given. */
  description: string | null
  /** The names of the headers that are sent with each delivery. Their values are never shown. */
  header_names: string[]
  /** Only an `active` one is delivered to. */
  status: WebhookStatus
  /** Why it was switched off: retries that failed, a receiver that answered 410, or a plan that ended. */
  disabled_reason: DisabledReason | null
  /** When it was switched off. */
  disabled_at: string | null
  /** When it was made. */
  created_at: string
}

/** A subscription with its new signing secret. */
export interface WebhookWithSecret extends Webhook {
  /** The key of the signatures. Shown this once. */
  signing_secret: string
}

/** A delivery of the last 30 days, and how it went. */
export interface Delivery {
  /** The delivery: the same in `X-SVC-Delivery` at each attempt. */
  id: string
  /** The event that it delivers. */
  event_id: string
  /** The kind of that event. */
  type: EventKind
  /** Only of a sample: the event is an example of the documentation. */
  test?: true
  /** `dropped` was waiting when the subscription was switched off. */
  status: DeliveryStatus
  /** How often it was tried. */
  attempts: number
  /** What came of the last attempt that ended. `gone` is a 410; `refused_status` any other status that is not a 2xx or 3xx; `target_forbidden` an address that is not public. */
  outcome: AttemptOutcome | null
  /** Why the last attempt failed where no answer came, in one sentence. */
  error: string | null
  /** What the receiver answered last; null if no answer came. */
  response_status: number | null
  /** How long that answer took, in milliseconds. */
  response_ms: number | null
  /** The beginning of that answer, at most 1 KiB. */
  response_excerpt: string | null
  /** When it was queued. */
  created_at: string
  /** When it was tried last. */
  last_attempt_at: string | null
  /** When it will be tried again. */
  next_attempt_at: string | null
}

/** A delivery that was queued. */
export interface QueuedDelivery {
  /** The delivery, to be found in the log. */
  delivery_id: string
}

/** What is left of a deleted subscription. */
export interface DeletedWebhook {
  /** The subscription that is gone. */
  id: string
  /** Always true. */
  deleted: true
}
