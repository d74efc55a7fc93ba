// From path, query and body to the input of an endpoint, by the endpoint's own schemas. Whatever is missing,
// unknown, given twice or unusable is named, all of it at once.
import {
  describeExpectation,
  floorParameters,
  hasAtMost,
  mostCharacters,
  type Endpoint,
  type Order,
} from '@challenge-service/contract'
import type { Static, TObject } from 'typebox'
import { Compile, type Validator } from 'typebox/compile'
import { Settings } from 'typebox/system'
import { findNearest } from '../kernel/nearest.ts'
import { onceForEach } from '../kernel/once-for-each.ts'
import { Fault, type FieldProblem, invalidFields, notVisible, refuse } from '../kernel/refusal.ts'
import { namedAddress } from './acting-person.ts'
import { findUnlessOne } from './exactly-one.ts'
import { compilePrepare, type Annotated, type RawMembers } from './prepare.ts'
import { typedQuery, type RawQuery } from './query.ts'

export interface Input {
  /** From path, query and body together, without what is read before. */
  readonly members: RawMembers
  readonly userEmail: string | undefined
  readonly paging: { readonly cursor?: string; readonly limit?: number; readonly order?: Order }
  /** The endpoint's own query parameters that were sent: what a cursor of its list carries. */
  readonly filters: RawMembers
  /** An id in path or body has a form that no id has: there is nothing to be seen under it. */
  readonly impossibleId: boolean
}

export type InputReader = (params: RawMembers, query: RawQuery, body: RawMembers) => Input

/** Once for each endpoint, for all its callers. */
export const compileInput = onceForEach((endpoint: Endpoint): InputReader => {
  const arePossible = compileParams(endpoint.params)
  const prepareQuery = compilePrepare(endpoint.query)
  const prepareBody = endpoint.body && compilePrepare(endpoint.body)
  const checkQuery = compileFindings(endpoint.query, nameInQuery)
  const checkBody = endpoint.body && compileFindings(endpoint.body, nameInBody)

  const needsNothing =
    Object.keys(endpoint.params.properties).length === 0 && !endpoint.body && checkQuery(nothing) === sound

  return (params, rawQuery, rawBody) => {
    if (rawQuery.undecodable) {
      throw refuse('invalid_request', 'url_malformed', 'The query of the URL cannot be decoded.')
    }
    if (needsNothing && rawQuery.values.size === 0) return noInput
    const query = rawQuery.values.size === 0 ? nothing : prepareQuery(typedQuery(rawQuery, endpoint.query))
    const body = prepareBody ? prepareBody(rawBody) : nothing
    const inQuery = checkQuery(query)
    const inBody = checkBody?.(body) ?? sound
    const unlessOne = findUnlessOne(endpoint.exactlyOne, body)

    if (rawQuery.twice.size > 0 || inQuery !== sound || inBody !== sound || unlessOne.length > 0) {
      const twice = [...rawQuery.twice].map((field) => ({ field, message: 'is given twice' }))
      const ofQuery = [...inQuery.problems, ...inQuery.badIds].map((problem) =>
        Object.hasOwn(endpoint.query.properties, problem.field) ? hintAtPlus(problem, rawQuery) : problem,
      )
      const problems = [...twice, ...ofQuery, ...inBody.problems, ...unlessOne]
      if (problems.length > 0) throw invalidFields(problems)
    }
    return {
      members: merged(params, query, body),
      userEmail: namedAddress(addressIn(query), addressIn(body)),
      paging: query,
      filters: query === nothing ? nothing : merged(query),
      impossibleId: !arePossible(params) || inBody.badIds.length > 0,
    }
  }
})

/** Members that are no input of an endpoint, such as those of a form, checked by their schema in the same way. */
export const compileMembers = <S extends TObject>(schema: S): ((raw: RawMembers) => Static<S>) => {
  const check = compileCheck(schema)
  return (raw) => {
    const { members, problems, badIds } = check(raw)
    if (problems.length > 0 || badIds.length > 0) throw invalidFields([...problems, ...badIds])
    return members as Static<S>
  }
}

/** The same, where there is nothing under an id that is none. */
export const compileOperationInput = (schema: TObject): ((raw: RawMembers) => RawMembers) => {
  const check = compileCheck(schema)
  return (raw) => {
    const { members, problems, badIds } = check(raw)
    if (problems.length > 0) throw invalidFields(problems)
    if (badIds.length > 0) throw notVisible()
    return members
  }
}

/** The same, for what an endpoint is called with: it says itself that there is nothing under an id that is none. */
export const compileArguments = (schema: TObject): ((raw: RawMembers) => RawMembers) => {
  const check = compileCheck(schema)
  return (raw) => {
    const { members, problems } = check(raw)
    if (problems.length > 0) throw invalidFields(problems)
    return members
  }
}

const compileCheck = (
  schema: TObject,
): ((raw: RawMembers) => Findings & { readonly members: RawMembers }) => {
  const prepare = compilePrepare(schema)
  const check = compileFindings(schema, nameInBody)
  return (raw) => {
    const members = prepare(raw)
    return { members, ...check(members) }
  }
}

/** Most calls have no query, and those that read have no body. */
const nothing: RawMembers = Object.freeze({})

const noInput: Input = {
  members: nothing,
  userEmail: undefined,
  paging: nothing,
  filters: nothing,
  impossibleId: false,
}

/** Without what is read before. Every name is one that a schema knows. */
const merged = (...parts: readonly RawMembers[]): RawMembers => {
  const all: Record<string, unknown> = {}
  for (const part of parts) {
    for (const name of Object.keys(part)) if (!floorParameters.has(name)) all[name] = part[name]
  }
  return all
}

const addressIn = (members: RawMembers): string | undefined => members['user_email'] as string | undefined

interface Findings {
  readonly problems: readonly FieldProblem[]
  readonly badIds: readonly FieldProblem[]
}

const sound: Findings = { problems: [], badIds: [] }

/** What stands in a path are ids, as they were sent: one that no id can be names nothing. */
const compileParams = (schema: TObject): ((params: RawMembers) => boolean) => {
  const shape = Compile(schema)
  const bounds = Object.entries(schema.properties).map(([name, param]) => {
    const most = mostCharacters(param)
    if (most === undefined) throw new Fault(`${name} may be of any length, which no input may`)
    return { name, most }
  })
  return (params) =>
    bounds.every(({ name, most }) => hasAtMost(String(params[name]), most)) && shape.Check(params)
}

/** How the caller knows a place: as they wrote it. */
type NamePath = (path: readonly string[]) => string

/** A list in a query is one text with commas. */
const nameInQuery: NamePath = ([name = '']) => name

const nameInBody: NamePath = ([name = '', ...rest]) =>
  name + rest.map((part) => (/^\d+$/.test(part) ? `[${part}]` : `.${part}`)).join('')

const hintAtPlus = (problem: FieldProblem, { hasPlus, values }: RawQuery): FieldProblem =>
  hasPlus && values.get(problem.field)?.includes(' ')
    ? { ...problem, message: `${problem.message}; in a query a + must be written as %2B` }
    : problem

const compileFindings = (schema: TObject, namePath: NamePath): ((value: RawMembers) => Findings) => {
  const shape = Compile(schema)
  return (value) => (shape.Check(value) ? sound : explain(schema, shape, value, namePath))
}

// TypeBox tells the first eight errors alone; the longest list that a body may hold has a hundred members.
Settings.Set({ maxErrors: 256 })

const explain = (schema: TObject, shape: Validator, value: RawMembers, namePath: NamePath): Findings => {
  const isKnown = (name: string): boolean => Object.hasOwn(schema.properties, name)
  const names = Object.keys(value)
  const unknown = names.filter((name) => !isKnown(name))
  const known = Object.fromEntries(names.filter(isKnown).map((name) => [name, value[name]]))
  const { problems, badIds } = sortErrors(schema, shape.Errors(known), known, namePath)
  const missing = Object.keys(schema.properties).filter((name) => !Object.hasOwn(known, name))
  const strange = unknown.map((field) => ({ field, message: `is not known here${suggest(field, missing)}` }))
  return { problems: [...strange, ...problems], badIds }
}

const suggest = (written: unknown, known: readonly string[]): string => {
  const nearest = typeof written === 'string' ? findNearest(written, known) : undefined
  return nearest === undefined ? '' : `; did you mean ${nearest}?`
}

interface ShapeError {
  readonly keyword: string
  readonly instancePath: string
  readonly message: string
  readonly params: object
}

const sortErrors = (
  schema: TObject,
  errors: readonly ShapeError[],
  members: RawMembers,
  namePath: NamePath,
): Findings => {
  const problems = new Map<string, string>()
  const badIds = new Map<string, string>()
  for (const { keyword, instancePath, message, params } of errors) {
    const path = instancePath.split('/').slice(1).map(readPointer)
    if (keyword === 'required') {
      const { requiredProperties } = params as { requiredProperties: readonly string[] }
      for (const name of requiredProperties) problems.set(namePath([...path, name]), 'is required')
    } else {
      const at = schemaAt(schema, path)
      const kind = keyword === 'pattern' && at?.idOf !== undefined ? badIds : problems
      kind.set(namePath(path), at ? `${describeExpectation(at)}${suggestValue(at, members, path)}` : message)
    }
  }
  return { problems: listed(problems), badIds: listed(badIds) }
}

/** One of the few values that there are, where what was sent is nearly that. */
const suggestValue = ({ enum: values }: Annotated, members: RawMembers, path: readonly string[]): string =>
  values ? suggest(valueAt(members, path), values) : ''

const valueAt = (members: RawMembers, path: readonly string[]): unknown =>
  path.reduce<unknown>((value, name) => (value as RawMembers | undefined)?.[name], members)

const listed = (found: ReadonlyMap<string, string>): readonly FieldProblem[] =>
  [...found].map(([field, message]) => ({ field, message }))

const schemaAt = (schema: Annotated, path: readonly string[]): Annotated | undefined => {
  const [name, ...rest] = path
  if (name === undefined) return schema
  const next = schema.items ?? nameMember(schema, name)
  return next && schemaAt(next, rest)
}

const nameMember = ({ properties, patternProperties }: Annotated, name: string): Annotated | undefined => {
  const [anyMember] = Object.values(patternProperties ?? {})
  return properties && Object.hasOwn(properties, name) ? properties[name] : anyMember
}

/** A name as it was sent: a JSON pointer writes two characters in another way. */
const readPointer = (name: string): string => name.replaceAll('~1', '/').replaceAll('~0', '~')
