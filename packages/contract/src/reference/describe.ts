// An endpoint as documents show it: everything that follows from its declaration, its example and its words.
import type { Endpoint, Status } from '../endpoint.ts'
import { endpoints, type EndpointName } from '../endpoints.ts'
import type { Example } from '../examples/example.ts'
import { examples } from '../examples/examples.ts'
import { ids } from '../examples/story.ts'
import { limits } from '../limits.ts'
import { fieldsOf, typeOf, type Field, type Shape } from './fields.ts'
import { inputWordsOf } from './input-words.ts'
import { notes } from './notes.ts'
import { nameOf } from './objects.ts'
import { refusalsOf, type Refusals } from './refusals.ts'
import { resourceOf, type Resource } from './resources.ts'

export type Table = Readonly<Record<string, Endpoint>>

export interface EndpointReference {
  readonly name: string
  /** As a heading: "Create challenge". */
  readonly title: string
  readonly endpoint: Endpoint
  readonly resource: Resource
  readonly paragraphs: readonly string[]
  readonly params: readonly Field[]
  readonly query: readonly Field[]
  readonly body: readonly Field[]
  readonly answer: { readonly type: string; readonly object: string | undefined }
  readonly sample: Sample | undefined
  readonly refusals: readonly Refusals[]
}

/** The example, laid out as it goes over the wire. */
export interface Sample {
  readonly status: Status
  readonly params: Members
  readonly query: Members
  readonly body: Members | undefined
  /** With its query. */
  readonly path: string
  readonly answer: unknown
}

type Members = Readonly<Record<string, unknown>>

export const describeTable = (table: Table = endpoints): readonly EndpointReference[] =>
  Object.entries(table).map(([name, endpoint]) => describeEndpoint(name, endpoint))

export const describeEndpoint = (name: string, endpoint: Endpoint): EndpointReference => {
  const wordsOf = (path: string): string | undefined => inputWordsOf(name, path)
  const result: Shape = endpoint.result
  return {
    name,
    title: titleOf(name),
    endpoint,
    resource: resourceOf(endpoint),
    paragraphs: isNamed(name) ? notes[name].split('\n\n') : [],
    params: fieldsOf(endpoint.params, wordsOf),
    query: fieldsOf(endpoint.query, wordsOf).map((field) => withFallback(field, endpoint)),
    body: hasBody(endpoint) && endpoint.body ? fieldsOf(endpoint.body, wordsOf) : [],
    answer: { type: typeOf(result), object: nameOf(result.items ?? result) },
    sample: isNamed(name) ? sampleOf(endpoint, examples[name]) : undefined,
    refusals: refusalsOf(name, endpoint),
  }
}

const titleOf = (name: string): string => {
  const words = name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** Of a DELETE a body is read, but no document advises to send one: user_email can stand in the query. */
export const hasBody = ({ method }: Endpoint): boolean => method === 'POST'

const isNamed = (name: string): name is EndpointName => Object.hasOwn(endpoints, name)

/** The floor's own defaults are not in the schemas, since a cursor brings its own. */
const withFallback = (field: Field, { paged }: Endpoint): Field => {
  if (field.name === 'limit') return { ...field, fallback: String(limits.pageDefault) }
  if (field.name === 'order' && paged) return { ...field, fallback: paged }
  return field
}

const sampleOf = (endpoint: Endpoint, example: Example<object>): Sample => {
  const params = pick(example.input, endpoint.params)
  const query = pick(example.input, endpoint.query)
  const body = endpoint.body ? pick(example.input, endpoint.body) : {}
  const envelope = endpoint.paged ? { next_cursor: null } : {}
  return {
    status: endpoint.statuses[0],
    params,
    query,
    body: Object.keys(body).length === 0 ? undefined : body,
    path: pathOf(endpoint.path, params, query),
    answer: { data: example.result, ...envelope, request_id: ids.request },
  }
}

const pick = (input: object, schema: Endpoint['params']): Members =>
  Object.fromEntries(Object.entries(input).filter(([name]) => Object.hasOwn(schema.properties, name)))

const pathOf = (path: string, params: Members, query: Members): string => {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => String(params[name]))
  const pairs = Object.entries(query).map(([name, value]) => `${name}=${[value].flat().join(',')}`)
  return pairs.length === 0 ? filled : `${filled}?${pairs.join('&')}`
}

/** How it would be called from a shell, with the token in a variable. */
export const curlOf = ({ endpoint, sample }: EndpointReference, baseUrl: string): string | undefined => {
  if (!sample) return undefined
  const { method, creates } = endpoint
  const isPlain = method === 'GET' || (method === 'POST' && sample.body !== undefined)
  return [
    `curl ${isPlain ? '' : `-X ${method} `}"${baseUrl}${sample.path}"`,
    '-H "Authorization: Bearer $TOKEN"',
    ...(creates ? ['-H "Idempotency-Key: $(uuidgen)"'] : []),
    ...(sample.body
      ? [
          '-H "Content-Type: application/json"',
          `-d ${quote(JSON.stringify(sample.body, null, 2).replaceAll('\n', '\n  '))}`,
        ]
      : []),
  ].join(' \\\n  ')
}

const quote = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`
