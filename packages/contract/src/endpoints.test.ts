import type { TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import { describe, expect, test } from 'vitest'
import { endpoints, type EndpointName } from './endpoints.ts'
import { ErrorBody, makeResponseSchema } from './response.ts'

// As the specification's section 4 has them.
const specified = `
  GET  /v1/me                             profile:read
  GET  /v1/challenges                     challenges:read
  POST /v1/challenges                     challenges:write
  GET  /v1/challenges/{id}                challenges:read
  POST /v1/challenges/{id}/accept         challenges:write
  POST /v1/challenges/{id}/resolve        challenges:write
  POST /v1/challenges/{id}/cancel         challenges:write
  POST /v1/challenges/{id}/dispute        challenges:write
  POST /v1/challenges/{id}/evidence       challenges:write
  POST /v1/challenges/{id}/support        challenges:write
  GET  /v1/challenges/{id}/tally          challenges:read
  POST /v1/challenges/{id}/tally          challenges:write
  POST /v1/challenges/{id}/tally/review   challenges:write
  POST /v1/challenges/{id}/tally/dispute  challenges:write
  POST /v1/challenges/{id}/tally/resolve  challenges:write
  GET  /v1/events                         events:read
  GET  /v1/groups                         group:read
  GET  /v1/groups/{id}/members            group:read
  POST /v1/groups/{id}/members            group:manage
  GET  /v1/groups/{id}/challenges         group:read
  GET  /v1/groups/{id}/stats              group:read
  GET  /v1/webhooks                       webhooks:manage
  POST /v1/webhooks                       webhooks:manage
  POST /v1/webhooks/{id}/test             webhooks:manage
  GET  /v1/questions/daily                questions:read
  POST /v1/questions/daily                questions:vote
`

const extended = `
  GET    /v1/webhooks/{id}                                  webhooks:manage
  PATCH  /v1/webhooks/{id}                                  webhooks:manage
  DELETE /v1/webhooks/{id}                                  webhooks:manage
  POST   /v1/webhooks/{id}/enable                           webhooks:manage
  POST   /v1/webhooks/{id}/rotate                           webhooks:manage
  GET    /v1/webhooks/{id}/deliveries                       webhooks:manage
  POST   /v1/webhooks/{id}/deliveries/{delivery_id}/resend  webhooks:manage
  DELETE /v1/groups/{id}/members/{member_id}                group:manage
  PATCH  /v1/groups/{id}/members/{member_id}                group:manage
  GET    /v1/token                                          null
`

// Those not here answer 200 alone.
const statuses: Partial<Record<EndpointName, readonly number[]>> = {
  createChallenge: [201],
  addEvidence: [201],
  supportChallenge: [201, 200],
  recordTally: [201],
  addMember: [201],
  createWebhook: [201],
  testWebhook: [202],
  resendDelivery: [202],
  voteDailyQuestion: [201],
}

const paged: Partial<Record<EndpointName, 'asc' | 'desc'>> = {
  listChallenges: 'desc',
  getTally: 'desc',
  listEvents: 'asc',
  listGroups: 'desc',
  listMembers: 'desc',
  listGroupChallenges: 'desc',
  listWebhooks: 'desc',
  listDeliveries: 'desc',
}

const names = Object.keys(endpoints) as EndpointName[]

const rows = (table: string): string[] =>
  table
    .trim()
    .split('\n')
    .map((row) => row.trim().replaceAll(/\s+/g, ' '))
    .toSorted()

const declared = (extension: boolean): string[] =>
  Object.values(endpoints)
    .filter((endpoint) => endpoint.extension === extension)
    .map(({ method, path, scope }) => `${method} ${path} ${scope}`)
    .toSorted()

interface Shape {
  type?: string | readonly string[]
  properties?: Record<string, Shape>
  patternProperties?: Record<string, Shape>
  items?: Shape
  required?: readonly string[]
  enum?: readonly unknown[]
  pattern?: string
  maxLength?: number
  maxItems?: number
  maxProperties?: number
  minimum?: number
  maximum?: number
  expects?: string
}

/** The schema and all schemas inside it, each with where it stands. */
const walk = (schema: TSchema, at: string): [string, Shape][] => {
  const shape: Shape = schema
  const members = { ...shape.properties, ...shape.patternProperties }
  return [
    [at, shape],
    ...Object.entries(members).flatMap(([key, inner]) => walk(inner, `${at}.${key}`)),
    ...(shape.items ? walk(shape.items, `${at}[]`) : []),
  ]
}

const has = (shape: Shape, type: string): boolean => [shape.type].flat().includes(type)

// An id's pattern ends in a fixed number of characters.
const ID_PATTERN = /^\^\w+\[[^\]]+\]\{26\}\$$/

/** No input may be of any length, size or depth. */
const isBounded = (shape: Shape): boolean => {
  if (has(shape, 'string')) {
    return shape.maxLength !== undefined || shape.enum !== undefined || ID_PATTERN.test(shape.pattern ?? '')
  }
  if (shape.type === 'integer') return shape.minimum !== undefined && shape.maximum !== undefined
  if (shape.type === 'array') return shape.maxItems !== undefined
  if (shape.type === 'object') return shape.maxProperties !== undefined
  return shape.type === 'boolean'
}

const isDeclared = (shape: Shape): boolean =>
  shape.type !== undefined &&
  (!has(shape, 'object') || (shape.properties ?? shape.patternProperties) !== undefined) &&
  (!has(shape, 'array') || shape.items !== undefined)

describe('the table', () => {
  test('holds exactly the 26 endpoints of the specification', () => {
    expect(rows(specified)).toHaveLength(26)
    expect(declared(false)).toEqual(rows(specified))
  })

  test('holds the extensions that callers rely on', () => {
    expect(declared(true)).toEqual(expect.arrayContaining(rows(extended)))
  })

  test('gives an extension the scope of a sibling that reads or writes as it does', () => {
    for (const { path, method, scope } of Object.values(endpoints).filter((one) => one.extension)) {
      // What any valid token may do has no sibling.
      if (scope === null) continue
      const [, , resource] = path.split('/')
      const siblings = Object.values(endpoints).filter(
        (one) =>
          !one.extension &&
          one.path.startsWith(`/v1/${resource}`) &&
          (one.method === 'GET') === (method === 'GET'),
      )
      expect([path, siblings.map((one) => one.scope)]).toEqual([path, expect.arrayContaining([scope])])
    }
  })

  test('has the statuses and the paging of the contract', () => {
    for (const name of names) {
      expect([name, endpoints[name].statuses]).toEqual([name, statuses[name] ?? [200]])
      expect([name, endpoints[name].paged]).toEqual([name, paged[name] ?? null])
      expect([name, endpoints[name].creates]).toEqual([name, name in statuses])
    }
  })

  test('teaches each endpoint in a phrase of its own', () => {
    const summaries = Object.values(endpoints).map((endpoint) => endpoint.summary)
    expect(new Set(summaries).size).toBe(summaries.length)
    for (const summary of summaries) expect(summary).toMatch(/^[A-Z].*[^.]$/)
  })
})

describe.each(names)('%s', (name) => {
  const { path, params, query, body, result, method } = endpoints[name]
  const inputs = [params, query, ...(body ? [body] : [])]

  test('declares the placeholders of its path', () => {
    const placeholders = [...path.matchAll(/\{(\w+)\}/g)].map(([, placeholder]) => String(placeholder))
    expect(Object.keys(params.properties).toSorted()).toEqual(placeholders.toSorted())
    expect(params.required ?? []).toEqual(Object.keys(params.properties))
  })

  test('names nothing twice in path, query and body', () => {
    const all = inputs
      .flatMap((input) => Object.keys(input.properties))
      .filter((parameter) => parameter !== 'user_email')
    expect(new Set(all).size).toBe(all.length)
  })

  test('reads a body unless it is a GET, and requires nothing in the query', () => {
    expect(body === null).toBe(method === 'GET')
    expect(query.required ?? []).toEqual([])
  })

  test('closes, bounds and explains all that it takes', () => {
    for (const input of inputs) expect(input).toMatchObject({ additionalProperties: false })
    const taken = inputs.flatMap((input) =>
      Object.entries<TSchema>(input.properties).flatMap(([key, inner]) => walk(inner, key)),
    )
    expect(taken.filter(([, shape]) => !shape.expects?.startsWith('must be ')).map(([at]) => at)).toEqual([])
    expect(taken.filter(([, shape]) => !isBounded(shape)).map(([at]) => at)).toEqual([])
  })

  test('answers with objects whose members are declared', () => {
    const answered = walk(makeResponseSchema(endpoints[name]), 'answer')
    expect(answered.filter(([, shape]) => !isDeclared(shape)).map(([at]) => at)).toEqual([])
    expect(has(result, 'array')).toBe(name.startsWith('list'))
  })

  test('can be compiled', () => {
    for (const schema of [...inputs, makeResponseSchema(endpoints[name])])
      expect(() => Compile(schema)).not.toThrow()
  })
})

test.each(names.filter((name) => name !== 'getMe'))('%s shows of people the first name alone', (name) => {
  for (const [at] of walk(endpoints[name].result, 'data')) {
    expect(at).not.toMatch(/last_name|surname|email|token/)
  }
})

test('the signing secret is in the answers to create and rotate alone', () => {
  const showing = names.filter((name) =>
    walk(endpoints[name].result, 'data').some(([at]) => at.includes('signing_secret')),
  )
  expect(showing.toSorted()).toEqual(['createWebhook', 'rotateWebhook'])
})

test('next_cursor stands in the answers of lists alone', () => {
  expect(Object.keys(makeResponseSchema(endpoints.listEvents).properties)).toEqual([
    'data',
    'next_cursor',
    'request_id',
  ])
  expect(Object.keys(makeResponseSchema(endpoints.getMe).properties)).toEqual(['data', 'request_id'])
})

test('the error body', () => {
  const isError = Compile(ErrorBody)
  const request_id = 'req_01hzy3v7k9m2n4p6q8r0s1t3v5'
  const error = { code: 'conflict', reason: 'key_reused', message: 'The key was used for another request.' }
  expect(isError.Check({ error, request_id })).toBe(true)
  expect(
    isError.Check({
      error: {
        ...error,
        fields: [{ field: 'claim', message: 'is missing' }],
        allowed_actions: ['accept'],
        retry_after: 3,
      },
      request_id,
    }),
  ).toBe(true)
  expect(isError.Check({ error: { ...error, code: 'teapot' }, request_id })).toBe(false)
  expect(isError.Check({ error })).toBe(false)
})
