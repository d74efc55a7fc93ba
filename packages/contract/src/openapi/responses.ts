// The responses of an endpoint: one for each status of success, and the errors it can give, by status, each
// with its codes, reasons and an example.
import type { TObject } from 'typebox'
import { codes, type Code, type Reason } from '../codes.ts'
import type { Endpoint } from '../endpoint.ts'
import { makeResponseSchema, requestIdWords } from '../response.ts'
import { describeExpectation } from '../schema.ts'
import { ids } from '../examples/story.ts'
import type { EndpointReference } from '../reference/describe.ts'
import type { Refusals } from '../reference/refusals.ts'
import { headers, knownCaller, type HeaderName } from './headers.ts'
import { refTo, toSchema } from './schemas.ts'
import type { NamedExample, Reference, Response, SchemaObject } from './types.ts'

const phrases = { 200: 'Done.', 201: 'Created.', 202: 'Queued.' } as const

export const describeResponses = (
  reference: EndpointReference,
): Readonly<Record<string, Response | Reference>> => ({
  ...Object.fromEntries(
    reference.endpoint.statuses.map((status) => [
      String(status),
      { ...describeSuccess(reference), description: phrases[status] },
    ]),
  ),
  ...Object.fromEntries(
    groupByStatus(reference).map((group) => [String(group[0].status), describeError(group, reference)]),
  ),
})

const describeSuccess = ({ endpoint, sample }: EndpointReference): Omit<Response, 'description'> => ({
  headers: headers(
    ...knownCaller,
    ...(endpoint.method === 'POST' ? (['Idempotency-Replayed'] as const) : []),
  ),
  content: {
    'application/json': {
      schema: describeEnvelope(endpoint),
      example: sample.response,
    },
  },
})

const describeEnvelope = (endpoint: Endpoint): SchemaObject => {
  const { required, properties } = makeResponseSchema(endpoint)
  const members = Object.entries(properties).map(([name, member]) => [name, toSchema(member)])
  // Documented as any text: its form is ours to change.
  const requestId = { type: 'string', description: requestIdWords }
  return {
    type: 'object',
    required,
    properties: { ...Object.fromEntries(members), request_id: requestId },
  }
}

type ResponseGroup = readonly [Refusals, ...Refusals[]]

const groupByStatus = ({ refusals }: EndpointReference): readonly ResponseGroup[] => {
  const groups = new Map<number, ResponseGroup>()
  for (const one of refusals) {
    const before = groups.get(one.status)
    groups.set(one.status, before ? [...before, one] : [one])
  }
  return [...groups.values()]
}

/** Those that are the same for every endpoint. */
const sharedNames: Partial<Record<Code, string>> = {
  invalid_token: 'InvalidToken',
  plan_required: 'PlanRequired',
  internal_error: 'InternalError',
}

const describeError = (group: ResponseGroup, reference: EndpointReference): Response | Reference => {
  const name = sharedNames[group[0].code]
  return name === undefined ? makeErrorResponse(group, reference) : refTo('responses', name)
}

export const makeResponseComponents = (
  anyEndpoint: EndpointReference,
): Readonly<Record<string, Response>> => {
  const groups = groupByStatus(anyEndpoint)
  const named = groups.flatMap((group) => {
    const name = sharedNames[group[0].code]
    return name === undefined ? [] : [[name, makeErrorResponse(group, anyEndpoint)] as const]
  })
  return { ...Object.fromEntries(named), MalformedRequest: malformed }
}

/** What a call without a token can be refused with: bytes that are no request. */
const malformed: Response = {
  description: 'The request is not valid HTTP, or did not arrive in full in time.',
  headers: headers(),
  content: {
    'application/json': {
      schema: refTo('schemas', 'Error'),
      example: {
        error: {
          code: 'invalid_request',
          reason: 'header_malformed',
          message: codes.invalid_request.reasons.header_malformed,
        },
        request_id: ids.request,
      },
    },
  },
}

const makeErrorResponse = (group: ResponseGroup, reference: EndpointReference): Response => ({
  description: group.map(listSentences).join('\n\n'),
  headers: headers(...listErrorHeaders(group)),
  content: {
    'application/json': {
      schema: refTo('schemas', 'Error'),
      examples: Object.fromEntries(
        group.map((refusals) => [refusals.code, makeExample(refusals, reference)]),
      ),
    },
  },
  'x-reasons': Object.fromEntries(
    group.map(({ code, reasons }) => [code, reasons.map(({ reason }) => reason)]),
  ),
})

const listSentences = ({ code, reasons }: Refusals): string =>
  [`**${code}**`, '', ...reasons.map(({ reason, sentence }) => `- \`${reason}\`: ${sentence}`)].join('\n')

/** What is refused now, and not in a while. */
const passing = new Set<Reason>([
  'rate_passed',
  'streams_open',
  'quota_used_up',
  'key_in_use',
  'storage_unavailable',
  'overloaded',
])

const listErrorHeaders = (group: ResponseGroup): readonly HeaderName[] => {
  const given = group.map(({ code }) => code)
  return [
    ...(given.includes('invalid_token') ? [] : knownCaller),
    ...(given.some((code) => code === 'invalid_token' || code === 'insufficient_scope')
      ? (['WWW-Authenticate'] as const)
      : []),
    ...(group.some(({ reasons }) => reasons.some(({ reason }) => passing.has(reason)))
      ? (['Retry-After'] as const)
      : []),
  ]
}

const makeExample = ({ code, reasons }: Refusals, reference: EndpointReference): NamedExample => {
  const told = reasons.find(({ reason }) => reason === 'input_invalid') ?? reasons[0]
  const sentence = told?.sentence ?? ''
  const details = code === 'invalid_request' ? explainFault(reference) : { message: sentence, ...waits[code] }
  return {
    summary: sentence,
    value: { error: { code, reason: told?.reason, ...details }, request_id: ids.request },
  }
}

const waits: Partial<Record<Code, { readonly retry_after: number }>> = {
  rate_limited: { retry_after: 17 },
  quota_exceeded: { retry_after: 1_432_200 },
}

/** What comes back when the first thing that the endpoint takes is unusable. */
const explainFault = ({ endpoint }: EndpointReference) => {
  const schema: TObject = endpoint.body ?? endpoint.query
  const [field, member] = Object.entries(schema.properties)[0] ?? ['user_email', {}]
  const message = describeExpectation(member)
  return { message: `${field} ${message}`, fields: [{ field, message }] }
}
