// Subscriptions of a test's people to receivers on loopback, and what was sent to those.
import { expect } from 'vitest'
import type { Delivery, Event, Webhook, WebhookWithSecret } from '@challenge-service/contract'
import type { Person } from './people.ts'
import type { Receiver, Received } from './receivers.ts'

/** Settings that let deliveries go to loopback. */
export const loopbackAllowed = {
  WEBHOOK_ALLOW_PRIVATE: 'true',
  READS_PER_MINUTE: '100000',
  WRITES_PER_MINUTE: '100000',
}

type Caller = Pick<Person, 'call'>

export const subscribe = async (
  owner: Caller,
  { url }: Pick<Receiver, 'url'>,
  more: object = {},
): Promise<WebhookWithSecret> => {
  const reply = await owner.call('POST', '/v1/webhooks', { url, ...more })
  expect(reply.status, reply.text).toBe(201)
  return reply.body.data as WebhookWithSecret
}

export const getWebhook = async (owner: Caller, { id }: { readonly id: string }): Promise<Webhook> => {
  const reply = await owner.call('GET', `/v1/webhooks/${id}`)
  expect(reply.status, reply.text).toBe(200)
  return reply.body.data as Webhook
}

/** The log, oldest first. */
export const deliveriesOf = async (
  owner: Caller,
  { id }: { readonly id: string },
): Promise<readonly Delivery[]> => {
  const reply = await owner.call('GET', `/v1/webhooks/${id}/deliveries?limit=100&order=asc`)
  expect(reply.status, reply.text).toBe(200)
  return reply.body.data as readonly Delivery[]
}

/** Acts on a subscription, and expects the status given. */
export const actOn = async (
  owner: Caller,
  { id }: { readonly id: string },
  action: string,
  body: object = {},
  status = 200,
): Promise<unknown> => {
  const reply = await owner.call('POST', `/v1/webhooks/${id}/${action}`, body)
  expect(reply.status, reply.text).toBe(status)
  return reply.body.data
}

export const eventOf = ({ body }: Received): Event => JSON.parse(body) as Event

export const eventIds = ({ requests }: Pick<Receiver, 'requests'>): readonly string[] =>
  requests.map((request) => eventOf(request).id)
