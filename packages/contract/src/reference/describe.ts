// An endpoint as documents show it: everything that follows from its declaration.
import type { Endpoint, Example, Status } from '../endpoint.ts'
import { endpoints } from '../endpoints.ts'
import { ids } from '../examples/story.ts'
import { limits } from '../limits.ts'
import { listFields, nameType, type Field } from './fields.ts'
import { listRefusals, type Refusals } from './refusals.ts'
import { findResource, type Resource } from './resources.ts'
import type { Shape } from './shape.ts'

export type Table = Readonly<Record<string, Endpoint>>

export interface EndpointReference {
  readonly name: string
  /** As a heading: "Create challenge". */
  readonly title: string
  readonly endpoint: Endpoint
  readonly resource: Resource
  readonly params: readonly Field[]
  readonly query: readonly Field[]
  readonly body: readonly Field[]
  readonly result: { readonly type: string; readonly object: string | undefined }
  readonly sample: Sample
  readonly refusals: readonly Refusals[]
}

/** The example, laid out as it goes over the wire. */
export interface Sample {
  readonly status: Status
  readonly params: ObjectMembers
  readonly query: ObjectMembers
  readonly body: ObjectMembers | undefined
  /** With its query. */
  readonly path: string
  readonly response: unknown
}

type ObjectMembers = Readonly<Record<string, unknown>>

export const describeTable = (table: Table = endpoints): readonly EndpointReference[] =>
  Object.entries(table).map(([name, endpoint]) => describeEndpoint(name, endpoint))

export const describeEndpoint = (name: string, endpoint: Endpoint): EndpointReference => {
  const result: Shape = endpoint.result
  return {
    name,
    title: makeTitle(name),
    endpoint,
    resource: findResource(endpoint),
    params: listFields(endpoint.params),
    query: listFields(endpoint.query).map((field) => addFallback(field, endpoint)),
    body: hasBody(endpoint) && endpoint.body ? listFields(endpoint.body) : [],
    result: { type: nameType(result), object: (result.items ?? result).named?.name },
    sample: makeSample(endpoint),
    refusals: listRefusals(endpoint),
  }
}

const makeTitle = (name: string): string => {
  const words = name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** Of a DELETE a body is read, but no document advises to send one: user_email can stand in the query. */
export const hasBody = ({ method }: Pick<Endpoint, 'method'>): boolean =>
  method === 'POST' || method === 'PATCH'

/** The floor's own defaults are not in the schemas, since a cursor brings its own. */
const addFallback = (field: Field, { paged }: Endpoint): Field => {
  if (field.name === 'limit') return { ...field, fallback: String(limits.pageDefault) }
  if (field.name === 'order' && paged) return { ...field, fallback: paged }
  return field
}

const makeSample = (endpoint: Endpoint): Sample => {
  const { input, result } = endpoint.example as Example<object>
  const params = pick(input, endpoint.params)
  const query = pick(input, endpoint.query)
  const body = endpoint.body ? pick(input, endpoint.body) : {}
  const envelope = endpoint.paged ? { next_cursor: null } : {}
  return {
    status: endpoint.statuses[0],
    params,
    query,
    body: Object.keys(body).length === 0 ? undefined : body,
    path: fillPath(endpoint.path, params, query),
    response: { data: result, ...envelope, request_id: ids.request },
  }
}

const pick = (input: object, schema: Endpoint['params']): ObjectMembers =>
  Object.fromEntries(Object.entries(input).filter(([name]) => Object.hasOwn(schema.properties, name)))

const fillPath = (path: string, params: ObjectMembers, query: ObjectMembers): string => {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => String(params[name]))
  const pairs = Object.entries(query).map(([name, value]) => `${name}=${[value].flat().join(',')}`)
  return pairs.length === 0 ? filled : `${filled}?${pairs.join('&')}`
}

/** How it would be called from a shell, with the token in a variable. */
export const writeCurl = ({ endpoint, sample }: EndpointReference, baseUrl: string): string => {
  const { method, creates } = endpoint
  const isPlain = method === 'GET' || (method === 'POST' && sample.body !== undefined)
  return [
    `curl ${isPlain ? '' : `-X ${method} `}"${baseUrl}${sample.path}"`,
    '-H "Authorization: Bearer $TOKEN"',
    ...(creates ? ['-H "Idempotency-Key: $(openssl rand -hex 16)"'] : []),
    ...(sample.body
      ? [
          '-H "Content-Type: application/json"',
          `-d ${quote(JSON.stringify(sample.body, null, 2).replaceAll('\n', '\n  '))}`,
        ]
      : []),
  ].join(' \\\n  ')
}

const quote = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`
