// What we send: one webhook for each kind of event.
import { eventDescriptions, eventKinds, type EventKind } from '../events/event-kinds.ts'
import { eventsByKind } from '../examples/events.ts'
import { limits } from '../limits.ts'
import { refTo } from './schemas.ts'
import type { PathOperation, Parameter, PathItem } from './types.ts'

const header = (name: string, description: string, schema: Parameter['schema']): Parameter => ({
  name,
  in: 'header',
  description,
  required: true,
  schema,
})

const text = { type: 'string' }

const listHeaders = (kind: EventKind): readonly Parameter[] => [
  header(
    'X-SVC-Signature',
    '`t=<Unix seconds>,v1=<hex>`: HMAC with SHA-256 over `t`, a full stop and the raw body, keyed with the signing secret. Two `v1` for 24 hours after a rotation.',
    { type: 'string', pattern: '^t=[0-9]+(,v1=[0-9a-f]{64})+$' },
  ),
  header('X-SVC-Event', 'The kind of the event.', { type: 'string', const: kind }),
  header('X-SVC-Delivery', 'The delivery, the same at each attempt.', text),
  header('X-SVC-Attempt', 'Which attempt this is.', {
    type: 'integer',
    minimum: 1,
    maximum: limits.deliveryAttempts,
  }),
  {
    ...header('X-SVC-Test', 'Only on a sample that was asked for: `true`.', {
      type: 'string',
      const: 'true',
    }),
    required: false,
  },
  header('User-Agent', 'The sender.', text),
  header('webhook-id', 'The event id, as Standard Webhooks has it.', text),
  header('webhook-timestamp', 'The Unix seconds of the attempt, as Standard Webhooks has it.', text),
  header('webhook-signature', 'The signature of Standard Webhooks: `v1,<base64>`.', text),
]

const describeDelivery = (kind: EventKind): PathOperation => ({
  operationId: `deliver${kind
    .split(/[._]/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')}`,
  tags: ['Webhooks'],
  summary: eventDescriptions[kind].when.replace(/\.$/, ''),
  description: `Sent to subscriptions of \`${kind}\` or \`*\`. Check the signature before you believe it.`,
  security: [],
  parameters: listHeaders(kind),
  requestBody: {
    required: true,
    content: { 'application/json': { schema: refTo('schemas', 'Event'), example: eventsByKind[kind] } },
  },
  responses: {
    '2XX': { description: 'Any 2xx within 10 seconds: delivered.' },
    '410': { description: 'Unsubscribes: the subscription is switched off at once.' },
    default: {
      description:
        'Anything else, or no answer: tried again after 30 seconds, 2 minutes, 10 minutes, 1 hour and 6 hours, then switched off.',
    },
  },
})

export const describeDeliveries = (): Readonly<Record<EventKind, PathItem>> =>
  Object.fromEntries(eventKinds.map((kind) => [kind, { post: describeDelivery(kind) }])) as Record<
    EventKind,
    PathItem
  >
