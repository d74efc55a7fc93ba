// The OpenAPI document as the fuzzer reads it: each operation with its parameters, its body and the schema of
// every status it declares, all references followed.
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'

export interface Schema {
  readonly type?: string | readonly string[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly minLength?: number
  readonly maxLength?: number
  readonly pattern?: string
  readonly format?: string
  readonly minimum?: number
  readonly maximum?: number
  readonly not?: Schema
  readonly items?: Schema
  readonly minItems?: number
  readonly maxItems?: number
  readonly uniqueItems?: boolean
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
}

export interface Member {
  readonly name: string
  readonly schema: Schema
  readonly required: boolean
}

export interface Operation {
  readonly name: string
  readonly method: string
  /** With `{name}` for each parameter. */
  readonly path: string
  /** All that the path takes, its own among them. */
  readonly methods: readonly string[]
  readonly params: readonly Member[]
  readonly query: readonly Member[]
  /** Undefined where no body is read. */
  readonly body: readonly Member[] | undefined
  /** By status; no entry for a status that the document does not name. */
  readonly answers: ReadonlyMap<number, Declared>
}

export interface Declared {
  readonly isValid: ValidateFunction
  /** The reasons of each code; undefined where the document lists none, as for a success. */
  readonly reasons: Readonly<Record<string, readonly string[]>> | undefined
}

type Node = Readonly<Record<string, unknown>>

export const operationsOf = (document: object): readonly Operation[] => {
  const root = document as Node
  const found: Operation[] = []
  for (const [path, item] of Object.entries(root['paths'] as Record<string, Node>)) {
    // What needs no token is outside the promises that are tested here.
    if (!path.startsWith('/v1/')) continue
    for (const [method, operation] of Object.entries(item)) {
      if (['get', 'post', 'delete', 'put', 'patch'].includes(method)) {
        found.push(readOperation(method, path, item, resolve(root, operation) as Node))
      }
    }
  }
  return found
}

const readOperation = (method: string, path: string, item: Node, operation: Node): Operation => {
  const parameters = [item, operation].flatMap((place) => (place['parameters'] ?? []) as readonly Parameter[])
  const membersIn = (place: string): readonly Member[] =>
    parameters
      .filter((parameter) => parameter.in === place)
      .map(({ name, schema, required }) => ({ name, schema, required: required ?? false }))
  const body = schemaOf(operation['requestBody'])
  return {
    name: operation['operationId'] as string,
    method: method.toUpperCase(),
    path,
    methods: Object.keys(item).map((name) => name.toUpperCase()),
    params: membersIn('path'),
    query: membersIn('query'),
    body: body && membersOf(body),
    answers: answersOf(operation['responses'] as Record<string, Node>),
  }
}

interface Parameter {
  readonly name: string
  readonly in: string
  readonly schema: Schema
  readonly required?: boolean
}

const membersOf = ({ properties = {}, required = [] }: Schema): readonly Member[] =>
  Object.entries(properties).map(([name, schema]) => ({ name, schema, required: required.includes(name) }))

const schemaOf = (holder: unknown): Schema | undefined => {
  const content = (holder as { content?: Record<string, { schema?: Schema }> } | undefined)?.content
  return content?.['application/json']?.schema
}

const answersOf = (responses: Readonly<Record<string, Node>>): ReadonlyMap<number, Declared> => {
  const answers = new Map<number, Declared>()
  for (const [status, response] of Object.entries(responses)) {
    const schema = schemaOf(response)
    const reasons = response['x-reasons'] as Declared['reasons']
    if (schema) answers.set(Number(status), { isValid: compileSchema(schema), reasons })
  }
  return answers
}

// Not the validator that the service itself uses, so that one cannot share a mistake with the other.
const ajv = new Ajv2020({ strict: false })
ajv.addFormat('date-time', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
ajv.addFormat('date', /^\d{4}-\d\d-\d\d$/)
ajv.addFormat('email', /^[^@\s]+@[^@\s]+$/)
ajv.addFormat('uri', /^[a-z][a-z0-9+.-]*:/i)

const compiled = new Map<string, ValidateFunction>()

/** Once for each schema: most operations declare the same errors. */
export const compileSchema = (schema: object): ValidateFunction => {
  const text = JSON.stringify(schema)
  const validator = compiled.get(text) ?? ajv.compile(JSON.parse(text) as object)
  compiled.set(text, validator)
  return validator
}

/** A copy in which what a reference names stands in its place. */
const resolve = (root: Node, node: unknown): unknown => {
  if (Array.isArray(node)) return node.map((item) => resolve(root, item))
  if (typeof node !== 'object' || node === null) return node
  const { $ref, ...rest } = node as { readonly $ref?: unknown }
  const inPlace = Object.fromEntries(
    Object.entries(rest).map(([name, value]) => [name, resolve(root, value)]),
  )
  return typeof $ref === 'string' ? { ...(resolve(root, lookUp(root, $ref)) as Node), ...inPlace } : inPlace
}

const lookUp = (root: Node, reference: string): unknown => {
  const path = reference.replace(/^#\//, '').split('/')
  const found = path
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<unknown>((node, part) => (node as Node | undefined)?.[part], root)
  if (found === undefined) throw new Error(`the document has nothing at ${reference}`)
  return found
}
