// The parameters of an endpoint: those of its path and query, and the header of its keys. Lists are separated
// by commas.
import type { TObject } from 'typebox'
import type { EndpointReference, Sample } from '../reference/describe.ts'
import type { Field, Shape } from '../reference/fields.ts'
import { endpoints } from '../endpoints.ts'
import { limits } from '../limits.ts'
import { idempotencyKey } from './headers.ts'
import { refTo, toSchema } from './schemas.ts'
import type { Parameter, Reference } from './types.ts'

/** The same on every endpoint that has them. */
const shared = ['user_email', 'cursor', 'limit'] as const

export const parametersOf = ({ endpoint, params, query, sample }: EndpointReference) => [
  ...params.map((field) => ({
    ...parameterOf('path', endpoint.params, field, sample),
    required: true,
    style: 'simple' as const,
  })),
  ...query.map((field): Parameter | Reference =>
    isShared(field.name)
      ? refTo('parameters', field.name)
      : parameterOf('query', endpoint.query, field, sample),
  ),
  ...(endpoint.method === 'POST' ? [refTo('parameters', 'Idempotency-Key')] : []),
]

const isShared = (name: string): boolean => shared.some((one) => one === name)

const parameterOf = (
  place: 'path' | 'query',
  schema: TObject,
  { name, meaning, fallback }: Field,
  sample: Sample | undefined,
): Parameter => {
  const shape: Shape = schema.properties[name] ?? {}
  const example = sample?.[place === 'path' ? 'params' : 'query'][name]
  return {
    name,
    in: place,
    ...(meaning === undefined ? {} : { description: meaning }),
    required: false,
    ...(shape.items ? { style: 'form', explode: false } : {}),
    schema: {
      ...toSchema(shape),
      ...(fallback !== undefined && shape.default === undefined ? { default: fallback } : {}),
    },
    ...(example === undefined ? {} : { example }),
  }
}

export const parameterComponents = (): Readonly<Record<string, Parameter>> => ({
  'Idempotency-Key': idempotencyKey,
  user_email: {
    name: 'user_email',
    in: 'query',
    description:
      'The member that a token of a group acts for: required with such a token, here or in the body. With a token of an account it may only be the account’s own address.',
    required: false,
    schema: toSchema(memberOf('user_email')),
  },
  cursor: {
    name: 'cursor',
    in: 'query',
    description: 'The `next_cursor` of the page before. It carries filters and order.',
    required: false,
    schema: toSchema(memberOf('cursor')),
  },
  limit: {
    name: 'limit',
    in: 'query',
    description: 'How many items a page holds at most.',
    required: false,
    schema: { ...toSchema(memberOf('limit')), default: limits.pageDefault },
  },
})

const memberOf = (name: string): Shape => endpoints.listEvents.query.properties[name] ?? {}
