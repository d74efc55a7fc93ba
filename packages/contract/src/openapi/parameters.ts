// The parameters of an endpoint: those of its path and query, and the header of its keys. Lists are separated
// by commas.
import type { TObject } from 'typebox'
import type { EndpointReference, Sample } from '../reference/describe.ts'
import type { Field } from '../reference/fields.ts'
import { explainBounds, type Shape } from '../reference/shape.ts'
import { endpoints } from '../endpoints.ts'
import { limits } from '../limits.ts'
import { idempotencyKey } from './headers.ts'
import { refTo, toSchema } from './schemas.ts'
import type { Parameter, Reference } from './types.ts'

/** The same on every endpoint that has them. */
const shared = ['user_email', 'cursor', 'limit'] as const

export const listParameters = ({ endpoint, params, query, sample }: EndpointReference) => [
  ...params.map((field) => ({
    ...describeParameter('path', endpoint.params, field, sample),
    required: true,
    style: 'simple' as const,
  })),
  ...query.map((field): Parameter | Reference =>
    isShared(field.name)
      ? refTo('parameters', field.name)
      : describeParameter('query', endpoint.query, field, sample),
  ),
  ...(endpoint.method === 'POST' ? [refTo('parameters', 'Idempotency-Key')] : []),
]

const isShared = (name: string): boolean => shared.some((one) => one === name)

const describeParameter = (
  location: 'path' | 'query',
  schema: TObject,
  { name, meaning, fallback }: Field,
  sample: Sample,
): Parameter => {
  const shape: Shape = schema.properties[name] ?? {}
  const example = sample[location === 'path' ? 'params' : 'query'][name]
  return {
    name,
    in: location,
    ...(meaning === undefined ? {} : { description: meaning }),
    required: false,
    ...(shape.items ? { style: 'form', explode: false } : {}),
    schema: {
      ...toSchema(shape, explainBounds),
      ...(fallback !== undefined && shape.default === undefined ? { default: fallback } : {}),
    },
    ...(example === undefined ? {} : { example }),
  }
}

export const makeParameterComponents = (): Readonly<Record<string, Parameter>> => ({
  'Idempotency-Key': idempotencyKey,
  user_email: {
    ...describeShared('user_email'),
    description:
      'The member that a token of a group acts for: required with such a token, here or in the body. With a token of an account it may only be the account’s own address.',
  },
  cursor: describeShared('cursor'),
  limit: describeShared('limit', { default: limits.pageDefault }),
})

const describeShared = (name: (typeof shared)[number], more: object = {}): Parameter => {
  const shape: Shape = endpoints.listEvents.query.properties[name] ?? {}
  return {
    name,
    in: 'query',
    ...(shape.description === undefined ? {} : { description: shape.description }),
    required: false,
    schema: { ...toSchema(shape, explainBounds), ...more },
  }
}
