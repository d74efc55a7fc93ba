// The headers that answers carry, and the one that POST takes.
import { refTo } from './schemas.ts'
import type { Header, Parameter, Reference } from './types.ts'

const whole = (minimum: number) => ({ type: 'integer', minimum })

export const headerComponents = {
  'X-Request-Id': {
    description: 'The request. The same as `request_id` in the body.',
    schema: { type: 'string', pattern: '^req_[0-9a-hjkmnp-tv-z]{26}$' },
  },
  'X-RateLimit-Limit': {
    description: 'Calls of this class, read or write, that the token may make in any 60 seconds.',
    schema: whole(1),
  },
  'X-RateLimit-Remaining': { description: 'How many of them are left.', schema: whole(0) },
  'X-RateLimit-Reset': {
    description: 'When the next call of this class is allowed, in Unix seconds.',
    schema: whole(0),
  },
  'X-Quota-Remaining': {
    description: 'How much the account or group may still create in this calendar month (UTC).',
    schema: whole(0),
  },
  'Idempotency-Replayed': {
    description: '`true` where the remembered answer to an earlier call with the same key is given again.',
    schema: { type: 'string', const: 'true' },
  },
  'Retry-After': { description: 'Whole seconds to wait.', schema: whole(0) },
  'WWW-Authenticate': { description: 'What is wrong with the token (RFC 6750).', schema: { type: 'string' } },
  ETag: { description: 'Changes with the content.', schema: { type: 'string' } },
} as const satisfies Record<string, Header>

export type HeaderName = keyof typeof headerComponents

/** On every answer to a known token. */
export const knownCaller = [
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'X-Quota-Remaining',
] as const

export const headers = (...names: readonly HeaderName[]): Readonly<Record<string, Reference>> =>
  Object.fromEntries(['X-Request-Id' as const, ...names].map((name) => [name, refTo('headers', name)]))

export const idempotencyKey: Parameter = {
  name: 'Idempotency-Key',
  in: 'header',
  description:
    'A text of your choice. The same call with the same key is done once, and answered alike for 24 hours.',
  required: false,
  schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[\\x20-\\x7e]*$' },
}
