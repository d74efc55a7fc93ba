// Written by `npm run generate`: what each call takes, and what it gives.

import type { Webhook, WebhookWithSecret, Delivery, QueuedDelivery, DeletedWebhook } from './webhooks.ts'

import type { EventKind } from './words.ts'

export interface WebhooksCalls {
  /**
   * List the webhook subscriptions of the account or group.
   *
   * With a group token, reading and managing subscriptions needs an acting person who is an admin of the group.
   *
   * Needs the scope `webhooks:manage`.
   */
  listWebhooks: {
    input: {}
    result: Webhook[]
    paged: true
  }

  /**
   * Subscribe a URL to events, and receive its signing secret this once.
   *
   * The `signing_secret` is in this answer and never again: store it. `events` takes kinds of events, or `["*"]` for all of them, which is the default.
   *
   * The URL must be `https` and lead to a public address; a URL can be subscribed once for each account or group. An account or group has at most 100 subscriptions, unless the operator has set another number.
   *
   * `headers` holds at most 5. A name is `Authorization`, or `X-` and 1 to 60 letters, digits and hyphens; each stands once, whatever its case. Refused are `X-SVC-*`, `X-Forwarded-*`, `X-Real-IP`, `X-Original-*`, `X-Rewrite-*` and `X-HTTP-Method*`. A value is 1 to 512 printable ASCII characters, without a space at either end. Values are kept encrypted, and no answer shows them: only `header_names`.
   *
   * Needs the scope `webhooks:manage`.
   */
  createWebhook: {
    input: {
      /** Where deliveries are sent. */
      url: string
      /**
       * Which kinds are delivered. `*` is all of them, and stands alone.
       *
       * @default ["*"]
       */
      events?: ('*' | EventKind)[]
      /** To tell subscriptions apart. */
      description?: string
      /** Sent with each delivery, for a receiver that cannot check a signature. */
      headers?: { [name: string]: string }
    }
    result: WebhookWithSecret
    paged: false
  }

  /**
   * Read one webhook subscription.
   *
   * Without its signing secret.
   *
   * Needs the scope `webhooks:manage`.
   */
  getWebhook: {
    input: {
      /** The subscription. */
      id: string
    }
    result: Webhook
    paged: false
  }

  /**
   * Change where a subscription is delivered, what is delivered, or its headers.
   *
   * What is left out stays as it is; so does the signing secret. What is waiting goes to the new URL. A delivery that is on its way already ends where it began. `events` holds for what has not been taken from the feed yet. A disabled subscription can be changed, and stays disabled.
   *
   * `headers` replaces all of them, and `{}` removes them. A change of scheme, host or port of the URL removes the headers too, unless the same call sends them again: they are not for another receiver.
   *
   * Needs the scope `webhooks:manage`.
   */
  changeWebhook: {
    input: {
      /** The subscription. */
      id: string
      /** Where deliveries are sent from now on. */
      url?: string
      /** Which kinds are delivered. `*` is all of them, and stands alone. */
      events?: ('*' | EventKind)[]
      /** To tell subscriptions apart. An empty text or null removes it. */
      description?: string | null
      /** Sent with each delivery. Replaces all earlier ones. */
      headers?: { [name: string]: string }
    }
    result: Webhook
    paged: false
  }

  /**
   * Delete a webhook subscription.
   *
   * Deliveries that were waiting for it are not sent. The feed still has their events.
   *
   * Needs the scope `webhooks:manage`.
   */
  deleteWebhook: {
    input: {
      /** The subscription. */
      id: string
    }
    result: DeletedWebhook
    paged: false
  }

  /**
   * Switch a disabled subscription on again, and send what it missed if asked to.
   *
   * With `resend` every event that was not delivered since the oldest failure is queued again, in the order of the feed: at most once in an hour for a subscription. A subscription is switched on at most 10 times in a day. What is over is a `conflict` with `Retry-After`. A receiver that answers 410 unsubscribes: what was on its way then may still arrive, and nothing leaves after it.
   *
   * Needs the scope `webhooks:manage`.
   */
  enableWebhook: {
    input: {
      /** The subscription. */
      id: string
      /** Whether to send what was missed. */
      resend?: boolean
    }
    result: Webhook
    paged: false
  }

  /**
   * Make a new signing secret; the old one signs too for 24 hours.
   *
   * For 24 hours each delivery is signed with both secrets, so that a receiver can change over without losing one. A second rotation ends the oldest secret at once. A secret is rotated at most 10 times in a day. What is over is a `conflict` with `Retry-After`.
   *
   * Needs the scope `webhooks:manage`.
   */
  rotateWebhook: {
    input: {
      /** The subscription. */
      id: string
    }
    result: WebhookWithSecret
    paged: false
  }

  /**
   * Send a test delivery to a subscription.
   *
   * Queues a `webhook.test` event for this subscription alone, with the same signature, retries and consequences as any other. It is in no feed.
   *
   * With `type` the documented example of that kind is sent, which `/openapi.json` has under `webhooks`, whatever kinds the subscription asks for: so that its fields can be mapped before the first such event. It has an id and a time of its own, `"test": true` in the body and the header `X-SVC-Test: true`. All other ids in it are those of the documentation, and lead nowhere.
   *
   * To a disabled subscription it is sent once, without retries or consequences.
   *
   * Needs the scope `webhooks:manage`.
   */
  testWebhook: {
    input: {
      /** The subscription. */
      id: string
      /** Send the example of this kind, in place of `webhook.test`. */
      type?: EventKind
    }
    result: QueuedDelivery
    paged: false
  }

  /**
   * List the deliveries of the last 30 days and how each went.
   *
   * Newest first: kind, status, attempts, and what the receiver answered last.
   *
   * Needs the scope `webhooks:manage`.
   */
  listDeliveries: {
    input: {
      /** The subscription. */
      id: string
    }
    result: Delivery[]
    paged: true
  }

  /**
   * Send one delivery again.
   *
   * The same body under a new delivery id. A switched-off subscription is enabled first.
   *
   * Needs the scope `webhooks:manage`.
   */
  resendDelivery: {
    input: {
      /** The subscription. */
      id: string
      /** The delivery to repeat. */
      delivery_id: string
    }
    result: QueuedDelivery
    paged: false
  }
}
